/** Runs expensive work a few tasks at a time; other tasks wait in a bounded queue. */
export interface BoundedPool {
  /** The task's result. Throws {@link PoolFullError} at once when too many wait. */
  run<Value>(work: () => Promise<Value>, lane: Lane): Promise<Value>;
}

/** `first` goes before `second`. Each has its own queue, so filling one does not fill the other. */
export type Lane = 'first' | 'second';

export class PoolFullError extends Error {}

export interface BoundedPoolOptions {
  readonly atOnce: number;
  /** The maximum queue length of each lane. */
  readonly waitingMax: number;
}

export function createBoundedPool({ atOnce, waitingMax }: BoundedPoolOptions): BoundedPool {
  const lanes: Readonly<Record<Lane, (() => void)[]>> = { first: [], second: [] };
  let running = 0;
  const startNext = () => {
    running -= 1;
    (lanes.first.shift() ?? lanes.second.shift())?.();
  };
  const takeTurn = async (lane: Lane): Promise<void> => {
    if (running >= atOnce) {
      if (lanes[lane].length >= waitingMax) throw new PoolFullError('too much work waits already');
      await new Promise<void>((resolve) => {
        lanes[lane].push(() => {
          running += 1;
          resolve();
        });
      });
    } else running += 1;
  };
  return {
    async run(work, lane) {
      await takeTurn(lane);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
