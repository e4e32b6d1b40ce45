import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addDays } from '../lib/dates.ts';
import { toInstant } from '../lib/zoned-time.ts';

/** A version that ends, as it was announced. */
export interface AnnouncedEnd {
  /** ISO 8601 UTC. */
  readonly announced_at: string;
  /** The last day, Florida's. */
  readonly sunset_on: string;
}

export interface DeprecationOptions {
  /** As in the path, e.g. `v1`. */
  readonly version: string;
  readonly baseUrl: string;
  /** What was announced; undefined while nothing was. */
  readonly find: () => Promise<AnnouncedEnd | undefined>;
  /** How long after an announcement an answer may still be without it, milliseconds; 0 in tests. */
  readonly recheckMs?: number;
}

type Headers = Readonly<Record<string, string>>;

const RECHECK_MS = 2_000;
const FLORIDA = 'America/New_York';

/**
 * Once the end of a version is announced, every answer under its path says so (RFC 9745, RFC 8594). Just before
 * sending, so that what an earlier hook refuses says it too. Add before the routes.
 */
export function announceDeprecation(app: FastifyInstance, options: DeprecationOptions): void {
  const { version, recheckMs = RECHECK_MS } = options;
  const path = `/api/${version}`;
  let known: Headers | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  const ask = async (request: FastifyRequest): Promise<void> => {
    try {
      const end = await options.find();
      known = end && headersOf(end, options.baseUrl);
    } catch (error) {
      // The answer itself is not to fail over this: what was known last still holds.
      request.log.warn({ err: error }, 'could not look whether the version ends');
    }
    askedAt = performance.now();
  };
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!isUnder(path, request)) return done();
    const isFresh = performance.now() - askedAt < recheckMs;
    if (isFresh) return finish(reply, known, done);
    asking ??= ask(request).finally(() => {
      asking = undefined;
    });
    asking.then(() => finish(reply, known, done), done);
  });
}

function finish(reply: FastifyReply, headers: Headers | undefined, done: (error?: Error) => void): void {
  if (headers) reply.headers(headers);
  done();
}

/**
 * By the address; by the route where the address is spelt with escapes, and so perhaps in another way. Asking for the
 * route of every request would cost more than the rest of this hook.
 */
function isUnder(path: string, request: FastifyRequest): boolean {
  const { url } = request;
  const address = (url.includes('%') && request.routeOptions.url) || (url.split('?', 1)[0] ?? '');
  return address === path || address.startsWith(`${path}/`);
}

function headersOf({ announced_at, sunset_on }: AnnouncedEnd, baseUrl: string): Headers {
  return {
    deprecation: `@${Math.floor(Date.parse(announced_at) / 1000)}`,
    sunset: endOfDay(sunset_on).toUTCString(),
    link: `<${baseUrl}/docs>; rel="deprecation"; type="text/html"`,
  };
}

/** The last second of a day in Florida: the version is served until the day is over. */
function endOfDay(day: string): Date {
  const next = toInstant(`${addDays(day, 1)}T00:00`, FLORIDA);
  return new Date(Date.parse(next ?? day) - 1_000);
}
