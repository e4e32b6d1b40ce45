import { type ClientRequest, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import {
  addressJudge,
  type ConnectFailure,
  failureOf,
  lookupWith,
  type Resolve,
  resolveName,
} from './outgoing-address.ts';

/** How a request to an address of somebody else's choice ended. */
export type PostOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Where answers are kept. */
      readonly body?: string;
    }
  | {
      readonly kind: 'failed';
      /** `stopped`: this process is ending. */
      readonly reason: ConnectFailure | 'stopped';
    };

interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Post = (message: OutgoingPost) => Promise<PostOutcome>;

interface PosterOptions {
  /** Also to loopback and private addresses, and to loopback without TLS. */
  readonly allowPrivate: boolean;
  /** Every address of a name. */
  readonly resolve?: Resolve;
  /** For the whole request, from the look-up to the end of the answer. */
  readonly timeoutMs?: number;
  /** Whether the body of an answer is kept, up to 64 kB. */
  readonly keepsAnswers?: boolean;
  /** Aborted when the process stops. */
  readonly cutOff?: AbortSignal | undefined;
}

const TIMEOUT_MS = 10_000;
/** Of an answer's head, and of its body. */
const HEAD_BYTES_MAX = 16 * 1024;
const BODY_BYTES_MAX = 64 * 1024;

/**
 * Sends to addresses that somebody else chose. Each request makes a connection of its own, and the name is looked up and judged
 * for that very connection, so a name that leads elsewhere a moment later gains nothing. No redirect is followed, of an
 * answer its status is kept, and the body only where that is asked for; a long one is cut. Never throws.
 */
export function createPoster(options: PosterOptions): Post {
  const { resolve = resolveName, timeoutMs = TIMEOUT_MS, allowPrivate, cutOff, keepsAnswers } = options;
  return async ({ url: text, headers, body }) => {
    const url = new URL(text);
    const { isPlain, isRefused, mayConnect } = addressJudge(url, allowPrivate);
    if (isRefused) return { kind: 'failed', reason: 'refused_address' };
    const timeout = AbortSignal.timeout(timeoutMs);
    const sent = (isPlain ? requestPlain : requestTls)(url, {
      method: 'POST',
      agent: false,
      maxHeaderSize: HEAD_BYTES_MAX,
      lookup: lookupWith(resolve, mayConnect),
      signal: cutOff ? AbortSignal.any([timeout, cutOff]) : timeout,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
    });
    try {
      const { status, body: answer } = await answerOf(sent, body);
      return { kind: 'answered', status, ...(keepsAnswers ? { body: answer } : {}) };
    } catch (error) {
      const reason = failureOf(error, timeout.aborted);
      return { kind: 'failed', reason: cutOff?.aborted && !isOfAddress(reason) ? 'stopped' : reason };
    }
  };
}

/** Resolves when the answer has ended, was cut, or broke off after its head. */
function answerOf(
  sent: ClientRequest,
  body: string,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      // What breaks off after the head changes nothing about the status.
      sent.off('error', reject).on('error', () => {});
      answer.on('error', () => {});
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > BODY_BYTES_MAX) sent.destroy();
        else parts.push(part);
      });
      answer.on('close', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      );
    });
    sent.end(body);
  });
}

/** What is wrong with the address stays so, whether the process stops or not. */
function isOfAddress(reason: ConnectFailure): boolean {
  return reason === 'refused_address' || reason === 'no_address';
}
