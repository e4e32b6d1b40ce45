import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from './error-answers.ts';
import { AppError } from './errors.ts';

/** Answers to what is no readable request, and therefore has no route, written straight onto the connection. */

/** A client that still sends gets so long to read the answer before the connection is cut. */
const READ_WITHIN_MS = 1_000;
const REQUEST_LINE = /^\S{1,30} (\/\S*)/;

/**
 * The whole answer, headers and all, to a failure of Node's parser. The dialect follows the path where what has
 * arrived begins with a request line.
 */
export function rawAnswerTo(failure: string | undefined, packet: unknown): string {
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 200) : '';
  const path = REQUEST_LINE.exec(start)?.[1] ?? '/';
  const error = toAppError(failure);
  const body = errorBody(error, path);
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Date: ${new Date().toUTCString()}`,
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Writes the last bytes of a connection and ends it. */
export function hangUp(socket: Duplex, lastBytes: string): void {
  if (socket.destroyed) return;
  socket.end(lastBytes);
  setTimeout(() => socket.destroy(), READ_WITHIN_MS).unref();
}

function toAppError(failure: string | undefined): AppError {
  switch (failure) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError(
        'headers_too_large',
        'Address and headers of a request may have 16 KiB in all, the address 10,240 characters.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request_timeout', 'The request did not arrive in time.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('body_too_large', 'The chunk extensions of the body are too long.');
    case 'CONNECT':
      return new AppError('method_not_allowed', 'This is no proxy: CONNECT is not possible here.', {
        headers: { allow: 'GET, HEAD, OPTIONS, POST' },
      });
    default:
      return new AppError(
        'malformed_request',
        'This is not a request that can be read: a method that HTTP does not know, or a malformed line.',
      );
  }
}
