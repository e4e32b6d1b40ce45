import type { CountAnswer, CountQuestion } from '../platform/counters-of-primary.ts';
import type { Snapshot } from '../telemetry/families.ts';

/** What a worker tells the primary. */
export type FromWorker =
  /** It answers requests. */
  | { readonly say: 'ready' }
  | { readonly say: 'count'; readonly questions: readonly CountQuestion[] }
  /** Its metrics: the answer to a question, or the last ones, with the id 0. */
  | { readonly say: 'measured'; readonly id: number; readonly snapshot: Snapshot }
  /** It has answered every request and closed its databases; only the process has yet to end. */
  | { readonly say: 'stopped' };

/** What the primary tells a worker. */
export type ToWorker =
  /** Do the jobs from now on. `ended`: processes that did them and have ended. */
  | { readonly say: 'jobs'; readonly ended: readonly string[] }
  /** `drain`: another worker has taken over, so answer what comes over open connections. `stop`: the service stops. */
  | { readonly say: 'leave'; readonly how: Leaving }
  | { readonly say: 'counted'; readonly answers: readonly CountAnswer[] }
  /** Tell your metrics, `withShared` with what the databases say. */
  | { readonly say: 'measure'; readonly id: number; readonly withShared: boolean };

export type Leaving = 'drain' | 'stop';

/** How the primary tells a worker who it is: variables of the worker's environment. */
export const WORKER_VARIABLES = {
  holder: 'WORKER_HOLDER',
  number: 'WORKER_NUMBER',
  isFirst: 'WORKER_IS_FIRST',
} as const;

/** Messages between a program's own processes; other senders on the channel have no `say`. */
export function isOurs(message: unknown): message is { readonly say: string } {
  return typeof message === 'object' && message !== null && 'say' in message;
}
