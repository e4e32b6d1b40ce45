/** Runs costly tasks, only a few at a time. Further tasks wait in bounded queues. */
interface BoundedPool {
  /**
   * Returns the result of the work. Immediately throws {@link PoolFullError} if too many tasks are waiting,
   * or {@link ClientFullError} if the client has too many tasks running or waiting. Throws the signal's
   * reason if the signal is aborted while the work is waiting. Work that is running must listen to the signal
   * itself.
   */
  run<Value>(work: () => Promise<Value>, lane: Lane, asker?: Asker): Promise<Value>;
}

/** Tasks in the `first` lane go before those in the `second`. Each lane has its own queue. */
export type Lane = 'first' | 'second';

/** The client that is waiting for the work. */
export interface Asker {
  /** Identifies the client, whose second task waits until other clients' first tasks have started. */
  readonly client: string;
  /** Aborted when the client stops waiting. */
  readonly signal: AbortSignal;
}

export class PoolFullError extends Error {}
export class ClientFullError extends Error {}

interface BoundedPoolOptions {
  readonly atOnce: number;
  /** The number of running tasks that may belong to the second lane; all of them by default. */
  readonly secondAtOnce?: number;
  /** The maximum length of each lane's queue. */
  readonly waitingMax: number;
  /** The maximum number of one client's tasks that may run or wait. */
  readonly ofClientMax?: number;
}

interface Waiting {
  /** The number of the same client's tasks that were running or waiting when this task was added. */
  readonly earlier: number;
  readonly start: () => void;
}

export function createBoundedPool(options: BoundedPoolOptions): BoundedPool {
  const { atOnce, secondAtOnce = atOnce, waitingMax, ofClientMax = Number.POSITIVE_INFINITY } = options;
  const lanes: Readonly<Record<Lane, Waiting[]>> = { first: [], second: [] };
  const running: Record<Lane, number> = { first: 0, second: 0 };
  const ofClients = new Map<string, number>();
  const hasRoom = (lane: Lane) =>
    running.first + running.second < atOnce && (lane === 'first' || running.second < secondAtOnce);
  const startNext = () => {
    for (const lane of ['first', 'second'] as const)
      while (hasRoom(lane) && lanes[lane].length > 0) lanes[lane].shift()?.start();
  };
  const takeTurn = async (lane: Lane, earlier: number, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    const line = lanes[lane];
    if (!hasRoom(lane)) {
      if (line.length >= waitingMax) throw new PoolFullError('too much work waits already');
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          line.splice(line.indexOf(waiting), 1);
          reject(signal?.reason);
        };
        const start = () => {
          signal?.removeEventListener('abort', leave);
          running[lane] += 1;
          resolve();
        };
        const waiting = { earlier, start };
        const behind = line.findIndex((each) => each.earlier > earlier);
        line.splice(behind < 0 ? line.length : behind, 0, waiting);
        signal?.addEventListener('abort', leave, { once: true });
      });
    } else running[lane] += 1;
  };
  const runInTurn = async <Value>(
    work: () => Promise<Value>,
    lane: Lane,
    earlier: number,
    signal?: AbortSignal,
  ): Promise<Value> => {
    await takeTurn(lane, earlier, signal);
    try {
      return await work();
    } finally {
      running[lane] -= 1;
      startNext();
    }
  };
  return {
    async run(work, lane, asker) {
      if (!asker) return runInTurn(work, lane, 0);
      const { client, signal } = asker;
      const earlier = ofClients.get(client) ?? 0;
      if (earlier >= ofClientMax) throw new ClientFullError('too much of the client is under way already');
      ofClients.set(client, earlier + 1);
      try {
        return await runInTurn(work, lane, earlier, signal);
      } finally {
        const left = (ofClients.get(client) ?? 1) - 1;
        if (left === 0) ofClients.delete(client);
        else ofClients.set(client, left);
      }
    },
  };
}
