import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './report.ts';

const CONNECTIONS = 64;
const ANSWER_WITHIN_MS = 30_000;
/** Requests are sent in groups, because timers are not accurate to the millisecond. */
const EVERY_MS = 2;

interface PacedOrder {
  readonly port: number;
  readonly paths: readonly string[];
  readonly perSecond: number;
  /** Called before each group; if it returns false, the load ends. */
  readonly continues: () => boolean;
}

export interface PacedResult {
  readonly answers: number;
  /** The number of failed requests by error: any response other than 200, or no response. */
  readonly failures: ReadonlyMap<string, number>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The time that each request took, in the order in which the requests were scheduled. */
  readonly timesMs: readonly number[];
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones have been answered. A request's time is
 * measured from when it was due, so it includes any wait for a connection or for this process.
 */
export async function loadPaced({ port, paths, perSecond, continues }: PacedOrder): Promise<PacedResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const failures = new Map<string, number>();
  const began = performance.now();
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const send = (dueAt: number): void => {
    const place = sent;
    const asked = request(agent, port, paths[place % paths.length] ?? '/').then((failure) => {
      times[place] = performance.now() - dueAt;
      if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1);
    });
    sent += 1;
    pending.add(asked);
    asked.finally(() => pending.delete(asked));
  };
  while (continues()) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    while (sent < due) send(began + (sent / perSecond) * 1_000);
    await sleep(EVERY_MS);
  }
  await Promise.all(pending);
  agent.destroy();
  const sorted = Float64Array.from(times).sort();
  return {
    answers: times.length,
    failures,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted.at(-1) ?? Number.NaN,
    timesMs: times,
  };
}

/** Returns the error of the request, if any; never rejects. */
function request(agent: Agent, port: number, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = get({ agent, port, path, host: '127.0.0.1', timeout: ANSWER_WITHIN_MS }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        resolve(answer.statusCode === 200 ? undefined : `status ${answer.statusCode}`),
      );
      answer.once('error', (error) => resolve(error.message));
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.once('error', (error) => resolve(error.message));
  });
}
