import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counter, type CounterOptions, countWholeInMemory } from './counters.ts';

/**
 * Limits that the processes of one machine count together: each asks the one that started them, which counts in its memory.
 * rate-limiter-flexible has a cluster limiter, which sends a message for each request to each limiter's listener, and takes
 * several points in two steps; here a turn of the event loop is one message, and several points are one step.
 */

/** One `consume`: the id of the question, the limit, the key, and the points asked for. */
export type CountQuestion = readonly [
  id: number,
  keyPrefix: string,
  points: number,
  duration: number,
  key: string,
  asked: number,
];

/** `consumedPoints` and `msBeforeNext` of the state, granted or not. */
export type CountAnswer = readonly [id: number, consumed: number, msBeforeNext: number];

/** The side that counts: answers questions of all workers one after the other. */
export function createCommonCount(): (questions: readonly CountQuestion[]) => Promise<CountAnswer[]> {
  const counters = new Map<string, Counter>();
  let last: Promise<unknown> = Promise.resolve();
  const counterOf = (own: CounterOptions): Counter => {
    const name = `${own.keyPrefix}:${own.points}:${own.duration}`;
    const known = counters.get(name);
    if (known) return known;
    const made = countWholeInMemory(own);
    counters.set(name, made);
    return made;
  };
  const countAll = async (questions: readonly CountQuestion[]): Promise<CountAnswer[]> => {
    const answers: CountAnswer[] = [];
    for (const [id, keyPrefix, points, duration, key, asked] of questions) {
      const state = await counterOf({ keyPrefix, points, duration }).consume(key, asked).catch(asState);
      answers.push([id, state.consumedPoints, state.msBeforeNext]);
    }
    return answers;
  };
  // Several points that do not fit are taken back a moment later; nobody may be counted in between.
  return (questions) => {
    const answers = last.then(() => countAll(questions));
    last = answers.catch(() => {});
    return answers;
  };
}

interface CountersOfPrimary {
  makeCounter(own: CounterOptions): Counter;
  /** Takes the answers to questions that were sent. */
  take(answers: readonly CountAnswer[]): void;
  /** The primary is gone: from now on this process counts by itself, and so it answers what was asked. */
  lose(): void;
}

/** The side that asks. `send` is called once in a turn of the event loop, with everything that is asked in it. */
export function countInPrimary(send: (questions: readonly CountQuestion[]) => void): CountersOfPrimary {
  const open = new Map<number, { answer(state: CountAnswer): void; countAlone(): void }>();
  let asked: CountQuestion[] = [];
  let lastId = 0;
  let isLost = false;
  const flush = (): void => {
    const questions = asked;
    asked = [];
    if (!isLost) send(questions);
  };
  return {
    makeCounter(own) {
      const alone = countWholeInMemory(own);
      return {
        consume(key, points = 1) {
          if (isLost) return alone.consume(key, points);
          lastId += 1;
          const id = lastId;
          if (asked.length === 0) setImmediate(flush);
          asked.push([id, own.keyPrefix, own.points, own.duration, key, points]);
          return new Promise((resolve, reject) => {
            open.set(id, {
              answer([, consumed, msBeforeNext]) {
                const left = Math.max(0, own.points - consumed);
                const state = new RateLimiterRes(left, msBeforeNext, consumed, consumed === points);
                if (consumed > own.points) reject(state);
                else resolve(state);
              },
              countAlone: () => void alone.consume(key, points).then(resolve, reject),
            });
          });
        },
      };
    },
    take(answers) {
      for (const answer of answers) {
        open.get(answer[0])?.answer(answer);
        open.delete(answer[0]);
      }
    },
    lose() {
      isLost = true;
      for (const each of open.values()) each.countAlone();
      open.clear();
    },
  };
}

/** A full window is a normal answer. */
function asState(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}
