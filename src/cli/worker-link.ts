import cluster from 'node:cluster';
import type { CounterOptions } from '../platform/counters.ts';
import { countInPrimary } from '../platform/counters-of-primary.ts';
import type { Snapshot } from '../telemetry/families.ts';
import { type FromWorker, isOurs, type Leaving, type ToWorker, WORKER_VARIABLES } from './worker-messages.ts';

/** A worker's side of the channel to the primary (`workers.ts`). */
export interface WorkerLink {
  /** Whether the service starts with it: then it brings tables and demo up to date, and those after it join. */
  readonly isFirst: boolean;
  /** Under this name it takes leases, so that the primary can say which of them nobody holds any more. */
  readonly holder: string;
  /** Its number in the log; a worker that replaces another has the other's. */
  readonly number: number;
  /** Counts together with the other workers. */
  makeCounter(own: CounterOptions): ReturnType<ReturnType<typeof countInPrimary>['makeCounter']>;
  /** It answers requests. */
  sayReady(): void;
  /** Calls back when this worker is to do the jobs: with those who did them and have ended. */
  onJobs(begin: (ended: readonly string[]) => void): void;
  /** Calls back when the primary wants this worker's metrics. */
  onMeasure(read: (withShared: boolean) => Promise<Snapshot>): void;
  /** What it counted until its end. */
  tellLast(snapshot: Snapshot): void;
  /** Resolves when it is to end, or the primary is gone. */
  readonly leaving: Promise<Leaving>;
  /** Resolves when the whole service stops, also while this worker is leaving already. */
  readonly stopping: Promise<void>;
  /** Says that every request was answered and the databases are closed. */
  sayStopped(): void;
  /** Lets the process end; nothing is counted in common any more. */
  close(): void;
}

/** Undefined in a process that serves alone. Call it first: what the primary says before it would be missed. */
export function linkToPrimary(
  environment: Readonly<Record<string, string | undefined>>,
): WorkerLink | undefined {
  if (!cluster.isWorker) return undefined;
  const leaving = Promise.withResolvers<Leaving>();
  const stopping = Promise.withResolvers<void>();
  const leave = (how: Leaving): void => {
    leaving.resolve(how);
    if (how === 'stop') stopping.resolve();
  };
  let beginJobs: ((ended: readonly string[]) => void) | undefined;
  let jobsOf: readonly string[] | undefined;
  let measure: ((withShared: boolean) => Promise<Snapshot>) | undefined;
  const counters = countInPrimary((questions) => tell({ say: 'count', questions }));

  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return;
    // Only the primary writes to this channel.
    const told = message as ToWorker;
    if (told.say === 'counted') counters.take(told.answers);
    else if (told.say === 'leave') leave(told.how);
    else if (told.say === 'measure') void answerMeasure(told, measure);
    else {
      jobsOf = told.ended;
      beginJobs?.(told.ended);
    }
  });
  process.once('disconnect', () => {
    counters.lose();
    leave('stop');
  });
  // Whoever ends one process wants it gone, not its work cut off: another one takes over.
  process.on('SIGTERM', () => leave('drain'));
  // A terminal sends these to all processes at once; what follows is the primary's to say.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});

  return {
    isFirst: environment[WORKER_VARIABLES.isFirst] === '1',
    holder: environment[WORKER_VARIABLES.holder] ?? '',
    number: Number(environment[WORKER_VARIABLES.number]),
    makeCounter: counters.makeCounter,
    sayReady: () => tell({ say: 'ready' }),
    onJobs(begin) {
      beginJobs = begin;
      if (jobsOf) begin(jobsOf);
    },
    onMeasure(read) {
      measure = read;
    },
    tellLast: (snapshot) => tell({ say: 'measured', id: 0, snapshot }),
    leaving: leaving.promise,
    stopping: stopping.promise,
    sayStopped: () => tell({ say: 'stopped' }),
    close: () => process.connected && process.disconnect(),
  };
}

/** One that cannot tell is left out of this scrape. */
async function answerMeasure(
  { id, withShared }: { readonly id: number; readonly withShared: boolean },
  read: ((withShared: boolean) => Promise<Snapshot>) | undefined,
): Promise<void> {
  const snapshot = await read?.(withShared).catch(() => undefined);
  if (snapshot) tell({ say: 'measured', id, snapshot });
}

function tell(message: FromWorker): void {
  // A primary that is gone is noticed by the end of the channel.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
