import type { FastifyReply, FastifyRequest } from 'fastify';
import { addDays } from '../lib/dates.ts';
import { settledWithin } from '../lib/settled-within.ts';
import { toInstant } from '../lib/zoned-time.ts';

/** A version that ends, as it was announced. */
interface AnnouncedEnd {
  /** ISO 8601 UTC. */
  readonly announced_at: string;
  /** The last day, Florida's. */
  readonly sunset_on: string;
}

interface DeprecationOptions {
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
/** How long an answer waits for this; beyond it, it goes out with what was known last. */
const WAIT_MS = 500;
const FLORIDA = 'America/New_York';

/** Writes headers onto an answer that is about to go out; a promise only where they had to be looked up first. */
export type Stamp = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;

/**
 * Once the end of a version is announced, every answer under its path says so (RFC 9745, RFC 8594). To be called just
 * before sending, so that what an earlier hook refuses says it too.
 */
export function createDeprecationStamp(options: DeprecationOptions): Stamp {
  const { version, recheckMs = RECHECK_MS } = options;
  const path = `/api/${version}`;
  let known: Headers | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  let isFailing = false;

  const ask = async (request: FastifyRequest): Promise<void> => {
    try {
      const end = await options.find();
      known = end && headersOf(end, options.baseUrl);
      isFailing = false;
    } catch (error) {
      // The answer itself is not to fail over this: what was known last still holds.
      if (!isFailing) request.log.warn({ err: error }, 'could not look whether the version ends');
      isFailing = true;
    }
    askedAt = performance.now();
  };
  const write = (reply: FastifyReply) => {
    if (known) reply.headers(known);
  };
  return (request, reply) => {
    if (!isUnder(path, request.url)) return undefined;
    const isFresh = performance.now() - askedAt < recheckMs;
    if (isFresh) {
      write(reply);
      return undefined;
    }
    asking ??= ask(request).finally(() => {
      asking = undefined;
    });
    return settledWithin(asking, WAIT_MS).then(() => write(reply));
  };
}

/**
 * By the address alone: asking for the route of every request would cost more than the rest of this, and an address
 * that cannot be read has none. Letters and digits may be spelt with escapes, which the router reads as we do here.
 */
function isUnder(path: string, url: string): boolean {
  const address = url.split('?', 1)[0] ?? '';
  const plain = address.includes('%') ? address.replace(ESCAPE, unescapeWord) : address;
  return plain === path || plain.startsWith(`${path}/`);
}

const ESCAPE = /%([0-9a-f]{2})/gi;

function unescapeWord(spelt: string, hex: string): string {
  const char = String.fromCharCode(Number.parseInt(hex, 16));
  return /\w/.test(char) ? char : spelt;
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
