import type { FastifyReply, FastifyRequest } from 'fastify';
import { addDays, JURISDICTION_ZONE } from '../lib/time/dates.ts';
import { toInstant } from '../lib/time/zoned-time.ts';
import { finishesWithin } from '../lib/wait-within.ts';

/** The announced end of a version. */
interface AnnouncedEnd {
  /** ISO 8601 UTC. */
  readonly announced_at: string;
  /** The last date on which the version is served, in the jurisdiction's time zone. */
  readonly sunset_on: string;
}

interface DeprecationOptions {
  /** As it appears in the path, e.g. `v1`. */
  readonly version: string;
  readonly baseUrl: string;
  /** Returns the announcement, or undefined if there is none. */
  readonly find: () => Promise<AnnouncedEnd | undefined>;
  /** The time after an announcement in which responses may lack the headers, in milliseconds; 0 in tests. */
  readonly recheckMs?: number;
}

type Headers = Readonly<Record<string, string>>;

const RECHECK_MS = 2_000;
/** The maximum time that a response waits for the look-up; after that, the last known state is used. */
const WAIT_MS = 500;

/** Adds the headers to a response. Returns a promise only if the announcement must be looked up first. */
export type Stamp = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;

/**
 * Creates the function that adds headers announcing a version's end to responses under the version's path
 * (RFC 9745, RFC 8594). Call that function just before a response is sent, so that rejections by earlier
 * hooks get the headers too.
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
      // This must not make the response fail; the last known state still applies.
      if (!isFailing) request.log.warn({ err: error }, 'could not check whether the API version is ending');
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
    return finishesWithin(asking, WAIT_MS).then(() => write(reply));
  };
}

/**
 * Returns true if an address is under the version's path. Looks at the address and not at the route, because
 * resolving every request's route would cost more and an unreadable address has no route. Accepts
 * percent-encoded letters and digits, as the router does.
 */
function isUnder(path: string, url: string): boolean {
  const plain = url.includes('%') ? url.replace(ESCAPE, unescapeWord) : url;
  return plain.startsWith(path) && ['/', '?', ''].includes(plain.charAt(path.length));
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

/** Returns the last second of a date in the jurisdiction's time zone; the version is served until then. */
function endOfDay(day: string): Date {
  const next = toInstant(`${addDays(day, 1)}T00:00`, JURISDICTION_ZONE);
  return new Date(Date.parse(next ?? day) - 1_000);
}
