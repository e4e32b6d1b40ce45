import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiterRes } from 'rate-limiter-flexible';
import {
  type CountAnswer,
  type CountQuestion,
  countInPrimary,
  createCommonCount,
} from './counters-of-primary.ts';

const LIMIT = { keyPrefix: 'search', points: 10, duration: 60 };

/** Workers over one count; what they send arrives in the next turn, as over a channel. */
function startWorkers(count: number) {
  const answerAll = createCommonCount();
  const batches: (readonly CountQuestion[])[] = [];
  const workers = Array.from({ length: count }, () => {
    const counters = countInPrimary((questions) => {
      batches.push(questions);
      void answerAll(questions).then((answers: CountAnswer[]) => setImmediate(() => counters.take(answers)));
    });
    return counters;
  });
  return { workers, batches };
}

test('several workers together grant exactly what the limit allows, in one message a turn', async () => {
  const { workers, batches } = startWorkers(2);
  const counters = workers.map((each) => each.makeCounter(LIMIT));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => counters[index % 2]?.consume('somebody')),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
  assert.deepEqual(
    batches.map((each) => each.length),
    [15, 15],
  );
});

test('the state of a granted and of a refused request is told as by a counter of this process', async () => {
  const [worker] = startWorkers(1).workers;
  const counter = worker?.makeCounter({ ...LIMIT, points: 2 });
  const first = await counter?.consume('somebody');
  assert.deepEqual([first?.consumedPoints, first?.remainingPoints, first?.msBeforeNext], [1, 1, 60_000]);
  await counter?.consume('somebody');
  await assert.rejects(counter?.consume('somebody') ?? Promise.resolve(), (state: unknown) => {
    assert.ok(state instanceof RateLimiterRes);
    assert.deepEqual([state.consumedPoints, state.remainingPoints], [3, 0]);
    return state.msBeforeNext > 59_000 && state.msBeforeNext <= 60_000;
  });
});

test('several points that do not fit are not counted, and nobody is refused because of them', async () => {
  const { workers } = startWorkers(2);
  const [one, other] = workers.map((each) => each.makeCounter(LIMIT));
  const outcomes = await Promise.allSettled([
    ...[one?.consume('somebody', 8), one?.consume('somebody', 8)],
    ...[other?.consume('somebody'), other?.consume('somebody'), other?.consume('somebody')],
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
  );
});

test('limits of different names, sizes and keys are counted apart', async () => {
  const { workers } = startWorkers(2);
  const states = await Promise.all([
    workers[0]?.makeCounter(LIMIT).consume('somebody'),
    workers[1]?.makeCounter({ ...LIMIT, keyPrefix: 'badge' }).consume('somebody'),
    workers[0]?.makeCounter({ ...LIMIT, duration: 86_400 }).consume('somebody'),
    workers[1]?.makeCounter(LIMIT).consume('somebody else'),
  ]);
  assert.deepEqual(
    states.map((state) => state?.consumedPoints),
    [1, 1, 1, 1],
  );
});

test('what is asked when the primary goes away is counted here', async () => {
  const counters = countInPrimary(() => {});
  const counter = counters.makeCounter(LIMIT);
  const asked = counter.consume('somebody');
  counters.lose();
  assert.deepEqual(
    [(await asked).consumedPoints, (await counter.consume('somebody')).consumedPoints],
    [1, 2],
  );
});
