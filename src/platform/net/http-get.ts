import {
  get as getPlain,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { get as getTls } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The head of a response; its body is read with {@link readBody}. */
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
 * Sends one GET request and resolves with the head of the response. Does not follow redirects. Uses Node's
 * own client because `fetch` has two faults. It ends the process if an HTTP/1.0 response ends while its body
 * is not being read, and it accepts a truncated gzip body.
 */
export function sendGet(url: URL, options: Pick<RequestOptions, 'headers' | 'signal'>): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'http:' ? getPlain : getTls;
    const request = get(url, options, (message) => {
      // The reader of the body gets any later error. If there is no reader, errors do not matter.
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

/** Returns the encoding that the response names, or undefined if its body is not encoded. */
export function encodingOf({ headers }: Pick<HttpAnswer, 'headers'>): string | undefined {
  const named = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return named === '' || named === 'identity' ? undefined : named;
}

/** Returns true if {@link readBody} can decode the encoding. */
export function isKnownEncoding(encoding: string | undefined): boolean {
  return encoding === undefined || DECODERS.has(encoding);
}

/** Returns the decoded body. Reading it throws if the connection or the encoded data ends early. */
export function readBody(answer: HttpAnswer): AsyncIterable<Buffer> & Readable {
  const decoder = DECODERS.get(encodingOf(answer) ?? '')?.();
  // The callback is empty because errors are passed on to the reader of the last stream.
  return (decoder === undefined ? answer.message : pipeline(answer.message, decoder, () => {})) as Readable;
}
