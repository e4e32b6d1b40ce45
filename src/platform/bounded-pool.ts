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
  /** How many of the second lane may be among them; as many unless told. */
  readonly secondAtOnce?: number;
  /** The maximum queue length of each lane. */
  readonly waitingMax: number;
}

export function createBoundedPool(options: BoundedPoolOptions): BoundedPool {
  const { atOnce, secondAtOnce = atOnce, waitingMax } = options;
  const lanes: Readonly<Record<Lane, (() => void)[]>> = { first: [], second: [] };
  const running: Record<Lane, number> = { first: 0, second: 0 };
  const hasRoom = (lane: Lane) =>
    running.first + running.second < atOnce && (lane === 'first' || running.second < secondAtOnce);
  const startNext = () => {
    for (const lane of ['first', 'second'] as const)
      while (hasRoom(lane) && lanes[lane].length > 0) lanes[lane].shift()?.();
  };
  const takeTurn = async (lane: Lane): Promise<void> => {
    if (!hasRoom(lane)) {
      if (lanes[lane].length >= waitingMax) throw new PoolFullError('too much work waits already');
      await new Promise<void>((resolve) => {
        lanes[lane].push(() => {
          running[lane] += 1;
          resolve();
        });
      });
    } else running[lane] += 1;
  };
  return {
    async run(work, lane) {
      await takeTurn(lane);
      try {
        return await work();
      } finally {
        running[lane] -= 1;
        startNext();
      }
    },
  };
}
