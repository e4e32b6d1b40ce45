import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../log/log.ts';
import { type Counter, type CounterOptions, countWholeInMemory } from './counters.ts';
import { connectRedis } from './redis.ts';

export interface SharedCounters {
  makeCounter(options: CounterOptions): Counter;
  /** Returns whether all processes currently count together or each process counts on its own. */
  state(): 'shared' | 'per_process';
  /** Resolves within two seconds, when the state is first known. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts and reads the clock in one step in Redis, so no count is lost and all processes agree on when the
 * window ends. A window counts as over in its last millisecond, so that a client that waited for the end is
 * admitted. If several points do not all fit within the limit (ARGV[3]), none of them are counted.
 */
const COUNT = `
local asked = tonumber(ARGV[1])
local left = redis.call('pttl', KEYS[1])
if left <= 0 then
  redis.call('set', KEYS[1], asked, 'EX', ARGV[2])
  return {asked, ARGV[2] * 1000}
end
local after = redis.call('get', KEYS[1]) + asked
if asked > 1 and after > tonumber(ARGV[3]) then return {after, left} end
return {redis.call('incrby', KEYS[1], asked), left}`;

/**
 * Connects counters that all processes share through Redis. While Redis is unavailable or slow, each process
 * counts on its own, without a delay. The address may contain a password and is never logged.
 */
export function connectSharedCounters(options: {
  readonly url: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The prefix of every key in Redis. */
  readonly keyPrefix?: string;
}): SharedCounters {
  const { url, log, keyPrefix = 'limits' } = options;
  const link = connectRedis({
    url,
    // Runs the real operation: a Redis that is full or read-only responds, but cannot count.
    prove: () => prober.consume('count'),
    onChange(up, reason) {
      if (up) log.info('limits are shared by all processes, through Redis');
      else
        log.warn(
          { reason },
          'Redis is unavailable; until it is back, each process enforces rate limits on its own',
        );
    },
  });
  const inRedis = (own: CounterOptions) =>
    new RateLimiterRedis({
      ...own,
      keyPrefix: `${keyPrefix}:${own.keyPrefix}`,
      storeClient: link.client,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: COUNT,
    });
  const prober = inRedis({ keyPrefix: 'probe', points: Number.MAX_SAFE_INTEGER, duration: 60 });

  return {
    makeCounter(own) {
      const shared = inRedis(own);
      const alone = countWholeInMemory(own);
      return {
        async consume(key, points = 1) {
          if (!link.isUp()) return alone.consume(key, points);
          const state = await link
            .ask(() => shared.consume(key, points).catch(asState))
            .catch(() => undefined);
          if (state === undefined) return alone.consume(key, points);
          if (state.consumedPoints > own.points) throw state;
          return state;
        },
      };
    },
    state: () => (link.isUp() ? 'shared' : 'per_process'),
    ready: link.firstTried,
    close: () => link.close(),
  };
}

/** Returns the state from a rejection: a full window is a normal response from Redis. */
function asState(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}
