import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningService } from '../support/service.ts';
import { type Answer, apply, ask, decide, type RunStatement, seedEvents, startLoad, tally } from './load.ts';

/** A state of the service's environment. */
export interface State {
  readonly name: string;
  /** The correct statuses in this state for a read, a write, a page, and `/readyz`. */
  readonly expected: Readonly<Record<Question, readonly number[]>>;
  enter(): Promise<void>;
  leave(): Promise<void>;
  start(): Promise<RunningService>;
  /**
   * Runs a statement on the database that the service writes to. Works only while the database is healthy.
   */
  readonly run: RunStatement;
}
type Question = 'read' | 'write' | 'page' | 'ready';

/** A row in the table. `problems` lists deviations from the expected results. */
export interface Row {
  readonly state: string;
  readonly cells: readonly string[];
  readonly problems: readonly string[];
}

const CLIENTS = 6;
const EVENTS = 400;
const SETTLES_MS = 700;
const ROUNDS = 3;
const ANSWER_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 2_500;
const ALIVE_WITHIN_MS = 1_000;
const RECOVERS_WITHIN_MS = 30_000;
const STOPS_WITHIN_S = 10.5;
const LEVEL_ERROR = 50;
const HOURGLASS_MS = 100;

export const HEADINGS = [
  'State',
  'Read',
  'Write',
  'Page',
  '`/healthz`',
  '`/readyz`',
  'Log: first error',
  'Error lines',
  'Recovers after',
  'Acknowledged writes lost',
  'SIGTERM in it',
];

/**
 * Enters the state twice: once to observe the responses to clients and the recovery, and once to stop the
 * service during the state.
 */
export async function observe(state: State): Promise<Row> {
  const problems: string[] = [];
  const service = await state.start();
  try {
    const events = await seedEvents(state.run, EVENTS);
    const load = startLoad(service.url, events, CLIENTS);
    await wait(SETTLES_MS);
    const quiet = service.log.length;
    const before = new Map(load.statuses);
    await state.enter();
    await wait(SETTLES_MS);
    const seen = await askRounds(service.url, events);
    const failed = countFailed(load.statuses, before) + seen.failed;
    const errors = service.log.slice(quiet).filter(({ level }) => Number(level) >= LEVEL_ERROR);
    await state.leave();
    const recovery = await waitUntilWell(service, events);
    await load.stop();
    const { acknowledged, lost } = await load.countLost(state.run);
    if (!service.isAlive())
      problems.push(`the process ended: ${service.child.signalCode ?? ''} ${lastLine(service.stderr())}`);
    if (typeof recovery === 'string') problems.push(`it did not recover: ${recovery}`);
    if (lost > 0) problems.push(`${lost} acknowledged writes lost`);
    if (load.statuses.has(500)) {
      const unexpected = service.log.find(({ msg }) => msg === 'request failed');
      problems.push(`500 under load: ${tally(load.statuses)}: ${JSON.stringify(unexpected)}`);
    }
    if (load.slowestMs() > ANSWER_WITHIN_MS) problems.push(`an answer took ${seconds(load.slowestMs())}`);
    // This allows one line per failed request and a few for background work.
    if (errors.length > failed + 20) problems.push(`${errors.length} error lines for ${failed} failures`);
    problems.push(...seen.problemsOf(state.expected));
    const stopped = await stopWithin(state, service, events);
    problems.push(...stopped.problems);
    return {
      state: state.name,
      cells: [
        ...(['read', 'write', 'page'] as const).map((question) => seen.cellOf(question)),
        seen.cellOf('alive'),
        seen.cellOf('ready'),
        errors[0] ? describeLine(errors[0]) : 'none',
        `${errors.length} (${failed} failed requests)`,
        typeof recovery === 'string' ? 'not' : seconds(recovery),
        `${lost} of ${acknowledged}`,
        stopped.cell,
      ],
      problems,
    };
  } finally {
    if (service.isAlive()) service.child.kill('SIGKILL');
    await state.leave();
  }
}

type Asked = Question | 'alive';

async function askRounds(url: string, events: readonly string[]) {
  const answers: Record<Asked, Answer[]> = { read: [], write: [], page: [], ready: [], alive: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const query = `q=taco${Math.random()}`;
    const asked: Record<Asked, Promise<Answer>> = {
      read: ask(`${url}/api/vendors?${query}`),
      write:
        round % 2 === 0 ? apply(url, events[round] ?? '', `round-${randomUUID()}@x.example`) : decide(url),
      page: ask(`${url}/events`),
      ready: ask(`${url}/readyz`),
      alive: ask(`${url}/healthz`),
    };
    for (const [name, answer] of entriesOf(asked)) answers[name].push(await answer);
  }
  const slowest = (name: Asked) => Math.max(...answers[name].map(({ ms }) => ms));
  const statuses = (name: Asked) => [...new Set(answers[name].map(({ status }) => status))];
  return {
    failed: Object.values(answers)
      .flat()
      .filter(({ status }) => !isFine(status)).length,
    cellOf: (name: Asked) => `${statuses(name).join(', ')} in ${seconds(slowest(name))}`,
    problemsOf(expected: State['expected']): string[] {
      const problems: string[] = [];
      for (const [name, allowed] of Object.entries(expected)) {
        const wrong = statuses(name as Question).filter((status) => !allowed.includes(Number(status)));
        if (wrong.length > 0)
          problems.push(`${name}: ${wrong.join(', ')} instead of ${allowed.join(' or ')}`);
      }
      if (statuses('alive').some((status) => status !== 200) || slowest('alive') > ALIVE_WITHIN_MS)
        problems.push('`/healthz` does not answer at once');
      if (slowest('ready') > READY_WITHIN_MS) problems.push(`/readyz took ${seconds(slowest('ready'))}`);
      for (const name of ['read', 'write', 'page'] as const)
        if (slowest(name) > ANSWER_WITHIN_MS) problems.push(`a ${name} took ${seconds(slowest(name))}`);
      const told = Object.values(answers).flat();
      if (
        told.some(
          ({ status, retryAfter, body }) => status === 503 && !retryAfter && !body.includes('"limits"'),
        )
      )
        problems.push('503 without Retry-After');
      return problems;
    },
  };
}

/**
 * Returns the number of milliseconds until the service is ready and accepts a write. If it does not recover
 * in time, returns its last response.
 */
async function waitUntilWell(service: RunningService, events: readonly string[]): Promise<number | string> {
  const began = performance.now();
  let last = 'the process ended';
  while (performance.now() - began < RECOVERS_WITHIN_MS && service.isAlive()) {
    const ready = await ask(`${service.url}/readyz`);
    const written = await apply(service.url, events.at(-1) ?? '', `back-${randomUUID()}@x.example`);
    if (ready.status === 200 && written.status === 303) return performance.now() - began;
    last = `/readyz ${ready.status} (${ready.body.slice(0, 200)}), a write ${written.status}`;
    await wait(HOURGLASS_MS);
  }
  return last;
}

/** Sends SIGTERM during the state, with requests in progress. */
async function stopWithin(state: State, crashed: RunningService, events: readonly string[]) {
  const service = crashed.isAlive() ? crashed : await state.start();
  const load = startLoad(service.url, events, CLIENTS);
  try {
    await wait(SETTLES_MS);
    await state.enter();
    await wait(SETTLES_MS);
    if (!service.isAlive()) return { cell: 'had ended before', problems: ['it ended before SIGTERM'] };
    const stopping = service.stop();
    const { code, seconds: took } = await stopping;
    const problems = [
      ...(took > STOPS_WITHIN_S ? [`SIGTERM took ${took.toFixed(1)} s`] : []),
      ...(code === 0 ? [] : [`SIGTERM ended it with ${code}: ${lastLine(service.stderr())}`]),
    ];
    return { cell: `${took.toFixed(1)} s`, problems };
  } finally {
    if (service.isAlive()) {
      const ended = once(service.child, 'close');
      service.child.kill('SIGKILL');
      await ended;
    }
    await load.stop();
  }
}

function countFailed(
  after: ReadonlyMap<number | string, number>,
  before: ReadonlyMap<number | string, number>,
) {
  let failed = 0;
  for (const [status, times] of after) if (!isFine(status)) failed += times - (before.get(status) ?? 0);
  return failed;
}

function isFine(status: number | string): boolean {
  return typeof status === 'number' && status < 500;
}

function describeLine(line: Readonly<Record<string, unknown>>): string {
  const { err, reason, msg } = line as { err?: { message?: string }; reason?: string; msg?: string };
  return `${msg}${err?.message || reason ? `: ${err?.message ?? reason}` : ''}`
    .replaceAll('|', '\\|')
    .slice(0, 160);
}

function entriesOf(asked: Record<Asked, Promise<Answer>>): [Asked, Promise<Answer>][] {
  return Object.entries(asked) as [Asked, Promise<Answer>][];
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .find((line) => /error/i.test(line))
      ?.trim()
      .slice(0, 160) ?? ''
  );
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 100 ? 3 : 1)} s`;
}
