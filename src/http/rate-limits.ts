import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

const WINDOW_SECONDS = 60;

/** A named limit: so many requests in a fixed minute that starts with the first of them. */
export interface LimitOptions {
  /** As it stands in headers and error texts, e.g. `search`. */
  readonly name: string;
  /** Requests a minute; 0 for no limit. */
  readonly perMinute: number;
  /** Who is counted; by default the client's address. */
  readonly keyOf?: (request: FastifyRequest) => string;
}

/** Counts for each key; rejects with the state when the window is full. */
export interface Counter {
  consume(key: string): Promise<RateLimiterRes>;
}

/** Makes the counter of one limit: in this process's memory, or shared by all. */
export type CounterFactory = (options: {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}) => Counter;

export const countInMemory: CounterFactory = (options) => new RateLimiterMemory(options);

declare module 'fastify' {
  interface FastifyInstance {
    /** Hooks that count the request and refuse it when the window is full; every answer tells where one stands. */
    rateLimit(options: LimitOptions): onRequestAsyncHookHandler[];
    /** The same for a key that only the handler knows, an e-mail address for one. */
    takeLimit(options: Omit<LimitOptions, 'keyOf'>): (reply: FastifyReply, key: string) => Promise<void>;
  }
}

/** Lets every context below name its limits; where they are counted is decided here. */
export function addRateLimits(app: FastifyInstance, makeCounter: CounterFactory): void {
  const takeLimit: FastifyInstance['takeLimit'] = ({ name, perMinute }) => {
    if (perMinute === 0) return async () => {};
    const counter = makeCounter({ keyPrefix: name, points: perMinute, duration: WINDOW_SECONDS });
    const policy = `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`;
    return async (reply, key) => {
      const state = await counter.consume(key).catch(asState);
      const resetSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      reply.header('ratelimit-policy', policy);
      reply.header('ratelimit', `"${name}";r=${state.remainingPoints};t=${resetSeconds}`);
      if (state.consumedPoints > perMinute) refuse(reply, name, perMinute, resetSeconds);
    };
  };
  app.decorate('takeLimit', takeLimit);
  app.decorate('rateLimit', ({ keyOf = addressKey, ...options }) => {
    if (options.perMinute === 0) return [];
    const take = takeLimit(options);
    return [(request, reply) => take(reply, keyOf(request))];
  });
}

function refuse(reply: FastifyReply, name: string, perMinute: number, resetSeconds: number): never {
  reply.header('cache-control', 'no-store');
  throw new AppError(
    'rate_limited',
    `Limit "${name}" of ${perMinute} requests a minute exceeded; try again in ${resetSeconds} s.`,
    { headers: { 'retry-after': String(resetSeconds) } },
  );
}

/** The limiter rejects with its state when the window is full, and with an error when it cannot count. */
function asState(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

/** The client's address; of an IPv6 address the network, which is what one client is given. */
function addressKey({ ip }: FastifyRequest): string {
  if (!isIPv6(ip)) return ip;
  return `${expandIpv6(ip).slice(0, 4).join(':')}::/64`;
}

function expandIpv6(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
}
