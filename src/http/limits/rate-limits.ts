import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counter, countWholeInMemory } from '../../platform/counters/counters.ts';
import type { Recorder } from '../../platform/telemetry-recorder.ts';
import { AppError } from '../errors/errors.ts';
import { clientNetwork } from '../proxy/client-address.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** The number of requests in a fixed window, which starts with the first request; 0 for no limit. */
type Allowance = { readonly perMinute: number } | { readonly perDay: number };

/** A limit with a name, such as `search`, that appears in headers and error messages. */
type NamedLimit = Allowance & {
  readonly name: string;
  /**
   * Headers show this limit only when it is exceeded, because clients should pace themselves by another
   * limit.
   */
  readonly onlyRefuses?: true;
};

type LimitOptions = NamedLimit & {
  /** Returns the key to count by; by default the client's network. */
  readonly keyOf?: (request: FastifyRequest) => string;
};

/** The size of a request with several items, one of which was counted when the request came in. */
interface Items {
  /** The total number of items in the request. */
  readonly items: number;
}

/** Creates the counter for one limit, either in this process's memory or shared by all processes. */
export type CounterFactory = (options: {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}) => Counter;

export const countInMemory: CounterFactory = countWholeInMemory;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns hooks that count the request and reject it when the window is full; every response shows the
     * current state.
     */
    rateLimit(options: LimitOptions): onRequestAsyncHookHandler[];
    /**
     * Counts a request by a key that only the handler knows, such as an email address. With `items`, counts
     * the other items of a request that was counted as one when it came in. If they do not all fit, none of
     * them are counted and the request is rejected.
     */
    takeLimit(options: NamedLimit): (reply: FastifyReply, key: string, more?: Items) => Promise<void>;
  }
}

/** Lets every nested context define limits, counts them with `makeCounter`, and reports each rejection. */
export function addRateLimits(
  app: FastifyInstance,
  makeCounter: CounterFactory,
  recorder?: Pick<Recorder, 'limitHit'>,
): void {
  const counters = new Map<string, Counter>();
  // Limits with the same name share one counter.
  const counterOf = (options: Parameters<CounterFactory>[0]): Counter => {
    const key = JSON.stringify(options);
    const counter = counters.get(key) ?? makeCounter(options);
    counters.set(key, counter);
    return counter;
  };
  const takeLimit: FastifyInstance['takeLimit'] = (limit) => {
    const { name } = limit;
    const [points, duration, window] = windowOf(limit);
    if (points === 0) return async () => {};
    const counter = counterOf({ keyPrefix: name, points, duration });
    const policy = `"${name}";q=${points};w=${duration}`;
    return async (reply, key, { items } = { items: 1 }) => {
      const asked = items === 1 ? 1 : items - 1;
      if (items > points) {
        recorder?.limitHit(name);
        refuseForGood(reply, name, { items, points, window });
      }
      const state = await counter.consume(key, asked).catch(asState);
      const isRefused = state.consumedPoints > points;
      const taken = isRefused && asked > 1 ? state.consumedPoints - asked : state.consumedPoints;
      const resetSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      const left = Math.max(0, points - taken);
      if (isRefused || limit.onlyRefuses !== true) {
        reply.header('ratelimit-policy', policy);
        reply.header('ratelimit', `"${name}";r=${left};t=${resetSeconds}`);
      }
      if (!isRefused) return;
      recorder?.limitHit(name);
      const exceeded = `Limit "${name}" of ${points} requests a ${window} exceeded`;
      refuse(reply, items === 1 ? exceeded : `${exceeded}: ${countsAs(items)}, ${left} left`, resetSeconds);
    };
  };
  app.decorate('takeLimit', takeLimit);
  app.decorate('rateLimit', ({ keyOf = networkOf, ...limit }) => {
    if (windowOf(limit)[0] === 0) return [];
    const take = takeLimit(limit);
    return [(request, reply) => take(reply, keyOf(request))];
  });
}

function windowOf(limit: Allowance): readonly [points: number, seconds: number, window: 'minute' | 'day'] {
  return 'perDay' in limit ? [limit.perDay, DAY_SECONDS, 'day'] : [limit.perMinute, MINUTE_SECONDS, 'minute'];
}

function countsAs(items: number): string {
  return `a list of ${items} counts as ${items}`;
}

/**
 * Rejects a request with more items than fit in any window. Waiting would not help, so there is no
 * Retry-After.
 */
function refuseForGood(
  reply: FastifyReply,
  name: string,
  { items, points, window }: { items: number; points: number; window: string },
): never {
  reply.header('cache-control', 'no-store');
  const text = `Limit "${name}" is ${points} requests a ${window}, and ${countsAs(items)}. Send at most ${points} at once.`;
  throw new AppError('rate_limited', text);
}

function refuse(reply: FastifyReply, text: string, resetSeconds: number): never {
  reply.header('cache-control', 'no-store');
  throw new AppError('rate_limited', `${text}; try again in ${resetSeconds} s.`, {
    headers: { 'retry-after': String(resetSeconds) },
  });
}

/**
 * Returns the state from a rejection. The limiter rejects with its state if the window is full, and with an
 * error if counting fails.
 */
function asState(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

/** Returns the network that a request came from: see {@link clientNetwork}. */
export function networkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return clientNetwork(ip);
}
