import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts points by key. Rejects with the current state if the window is full. If several points do not all
 * fit, none of them are counted, but `consumedPoints` in the rejection includes them.
 */
export interface Counter {
  consume(key: string, points?: number): Promise<RateLimiterRes>;
}

export interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** Creates a counter in this process's memory. */
export function countWholeInMemory(options: CounterOptions): Counter {
  const limiter = new RateLimiterMemory(options);
  return {
    async consume(key, points = 1) {
      try {
        return await limiter.consume(key, points);
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes && points > 1) await limiter.reward(key, points);
        throw rejection;
      }
    },
  };
}
