/** Runs costly work a few at a time; what comes in meanwhile waits in a bounded line. */
interface BoundedPool {
  /** The work's outcome. Throws {@link PoolFullError}, at once, when too many wait already. */
  run<Value>(work: () => Promise<Value>, lane: Lane): Promise<Value>;
}

/** `first` goes before `second`. Each has its own queue, so filling one does not fill the other. */
export type Lane = 'first' | 'second';

export class PoolFullError extends Error {}

interface BoundedPoolOptions {
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
