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

/** The outcome of a request to an address that an outsider chose. */
export type PostOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Only present if `keepsAnswers` is set. */
      readonly body?: string;
    }
  | {
      readonly kind: 'failed';
      /** `stopped`: this process is stopping. */
      readonly reason: ConnectFailure | 'stopped';
    };

interface OutgoingPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Post = (message: OutgoingPost) => Promise<PostOutcome>;

interface PosterOptions {
  /** Also allows loopback and private addresses, and loopback without TLS. */
  readonly allowPrivate: boolean;
  /** Returns every address of a name. */
  readonly resolve?: Resolve;
  /** The time limit for the whole request, from the look-up to the end of the response. */
  readonly timeoutMs?: number;
  /** Returns the body of a response too, up to 64 KiB. */
  readonly keepsAnswers?: boolean;
  /** Aborted when the process stops. */
  readonly cutOff?: AbortSignal | undefined;
}

const TIMEOUT_MS = 10_000;
/** The maximum sizes of a response's head and body. */
const HEAD_BYTES_MAX = 16 * 1024;
const BODY_BYTES_MAX = 64 * 1024;

/**
 * Sends requests to addresses that outsiders chose. Each request opens its own connection, and the host name
 * is resolved and checked for exactly that connection, so a DNS change a moment later has no effect.
 * Redirects are not followed. Only a response's status is returned, and its body if `keepsAnswers` is set; a
 * long body is truncated. Never throws.
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

/** Resolves when the response has ended, was truncated, or was interrupted after its head. */
function answerOf(
  sent: ClientRequest,
  body: string,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      // An error after the head does not change the status.
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

/** Returns true if the address caused the failure, which is then reported even if the process is stopping. */
function isOfAddress(reason: ConnectFailure): boolean {
  return reason === 'refused_address' || reason === 'no_address';
}
