import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from './log.ts';
import { connectRedis } from './redis.ts';

/** Counts by key; rejects with the state when the window is full. */
export interface Counter {
  consume(key: string): Promise<RateLimiterRes>;
}

interface CounterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

export interface SharedCounters {
  makeCounter(options: CounterOptions): Counter;
  /** Whether all processes count together now, or each separately. */
  state(): 'shared' | 'per_process';
  /** Resolves when that is first known: within two seconds. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts and reads the clock in one step of Redis, so that no count is lost and all processes agree on the window's end. A
 * window in its last millisecond is over: a client that waited for it is let in.
 */
const COUNT = `
local left = redis.call('pttl', KEYS[1])
if left <= 0 then
  redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2])
  return {tonumber(ARGV[1]), ARGV[2] * 1000}
end
return {redis.call('incrby', KEYS[1], ARGV[1]), left}`;

/**
 * Counters that all processes share through Redis. While Redis is away or slow, each process counts separately, at once. The
 * address may contain a password and is never logged.
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
    // Runs the real operation: a Redis that is full or read-only answers, but cannot count.
    prove: () => prober.consume('count'),
    onChange(up, reason) {
      if (up) log.info('limits are shared by all processes, through Redis');
      else log.warn({ reason }, 'Redis is away; until it is back, each process counts its own limits');
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
      const [shared, alone] = [inRedis(own), new RateLimiterMemory(own)];
      return {
        async consume(key) {
          if (!link.isUp()) return alone.consume(key);
          const state = await link.ask(() => shared.consume(key).catch(asState)).catch(() => undefined);
          if (state === undefined) return alone.consume(key);
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

/** A full window is a normal answer of Redis. */
function asState(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}
