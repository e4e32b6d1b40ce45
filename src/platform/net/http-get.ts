import {
  get as getPlain,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { get as getTls } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The head of an answer; its body is read with {@link readBody}. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly message: IncomingMessage;
}

const DECODERS: ReadonlyMap<string, () => NodeJS.ReadWriteStream> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Sends one GET request, follows no redirect, and resolves with the head of the answer. It is Node's own client and not `fetch`, which
 * ends the process when an HTTP/1.0 answer ends while nobody reads it, and takes a cut gzip body for a whole one.
 */
export function sendGet(url: URL, options: Pick<RequestOptions, 'headers' | 'signal'>): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'http:' ? getPlain : getTls;
    const request = get(url, options, (message) => {
      // What breaks off later is seen by who reads the body; if nobody does, it does not matter.
      message.on('error', () => {});
      resolve({ status: message.statusCode ?? 0, headers: message.headers, message });
    });
    request.on('error', reject);
    request.on('upgrade', (_message, socket) => {
      socket.destroy();
      reject(new Error('the answer switches to another protocol'));
    });
  });
}

/** Returns the encoding of a body as the answer names it; undefined if the body comes as it is. */
export function encodingOf({ headers }: Pick<HttpAnswer, 'headers'>): string | undefined {
  const named = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return named === '' || named === 'identity' ? undefined : named;
}

/** Whether {@link readBody} can undo the encoding. */
export function isKnownEncoding(encoding: string | undefined): boolean {
  return encoding === undefined || DECODERS.has(encoding);
}

/** The body with its encoding undone. Reading it throws if it ends early, on the line or inside the encoding. */
export function readBody(answer: HttpAnswer): AsyncIterable<Buffer> & Readable {
  const decoder = DECODERS.get(encodingOf(answer) ?? '')?.();
  // Errors reach who reads the last stream.
  return (decoder === undefined ? answer.message : pipeline(answer.message, decoder, () => {})) as Readable;
}
