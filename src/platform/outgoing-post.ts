import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type ClientRequest, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublicAddress } from '../lib/public-address.ts';

/** How a request to an address of somebody else's choice ended. */
export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | {
      readonly kind: 'failed';
      /** `refused_address`: it leads where requests may not go. `stopped`: this process is ending. */
      readonly reason: 'refused_address' | 'no_address' | 'connection' | 'tls' | 'timeout' | 'stopped';
    };

export interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Post = (message: OutgoingPost) => Promise<PostOutcome>;

interface PosterOptions {
  /** Also to loopback and private addresses, and to loopback without TLS. */
  readonly allowPrivate: boolean;
  /** Every address of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** For the whole request, from the look-up to the end of the answer. */
  readonly timeoutMs?: number;
  /** Aborted when the process stops. */
  readonly cutOff?: AbortSignal | undefined;
}

const TIMEOUT_MS = 10_000;
/** Of an answer's head, and of its body. */
const HEAD_BYTES_MAX = 16 * 1024;
const BODY_BYTES_MAX = 64 * 1024;

class RefusedAddress extends Error {}
class NoAddress extends Error {}

/**
 * Sends to addresses that somebody else chose. Each request makes a connection of its own, and the name is looked up and judged
 * for that very connection, so a name that leads elsewhere a moment later gains nothing. No redirect is followed, nothing of an
 * answer is kept but its status, and a long one is cut. Never throws.
 */
export function createPoster(options: PosterOptions): Post {
  const { resolve = resolveName, timeoutMs = TIMEOUT_MS, allowPrivate, cutOff } = options;
  return async ({ url: text, headers, body }) => {
    const url = new URL(text);
    const isPlain = url.protocol === 'http:';
    const mayConnect = (address: string) =>
      isPlain ? allowPrivate && isLoopback(address) : allowPrivate || isPublicAddress(address);
    // A written address is not looked up.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayConnect(host)) return { kind: 'failed', reason: 'refused_address' };
    const timeout = AbortSignal.timeout(timeoutMs);
    const sent = (isPlain ? requestPlain : requestTls)(url, {
      ...{ method: 'POST', agent: false, maxHeaderSize: HEAD_BYTES_MAX },
      lookup: lookupWith(resolve, mayConnect),
      signal: cutOff ? AbortSignal.any([timeout, cutOff]) : timeout,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
    });
    try {
      const status = await statusOf(sent, body);
      return { kind: 'answered', status };
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error, { timeout, cutOff }) };
    }
  };
}

/** Resolves when the answer has ended, was cut, or broke off after its head. */
function statusOf(sent: ClientRequest, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      // What breaks off after the head changes nothing about the status.
      sent.off('error', reject).on('error', () => {});
      answer.on('error', () => {});
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > BODY_BYTES_MAX) sent.destroy();
      });
      answer.on('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.end(body);
  });
}

/** Refused when one of the addresses is not allowed: a name for the public leads to the public alone. */
function lookupWith(
  resolve: (hostname: string) => Promise<readonly string[]>,
  mayConnect: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address): LookupAddress => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) callback(new NoAddress(), '', 0);
        else if (!addresses.every(mayConnect)) callback(new RefusedAddress(), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      () => callback(new NoAddress(), '', 0),
    );
  };
}

/** Asks the name servers, not the machine's own list of names, and not in the threads that files are read with. */
async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

function reasonOf(
  error: unknown,
  signals: { readonly timeout: AbortSignal; readonly cutOff: AbortSignal | undefined },
): Extract<PostOutcome, { kind: 'failed' }>['reason'] {
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error instanceof NoAddress) return 'no_address';
  if (signals.cutOff?.aborted) return 'stopped';
  if (signals.timeout.aborted) return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code) ? 'tls' : 'connection';
}
