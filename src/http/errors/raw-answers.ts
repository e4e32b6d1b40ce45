import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from './error-answers.ts';
import { AppError } from './errors.ts';

/** Responses to unreadable requests, which have no route. They are written directly to the connection. */

/** The time that a client that keeps sending has to read the response before the connection is closed. */
const READ_WITHIN_MS = 1_000;
/** Not anchored, because the previous request's body may end just before it, without a line break. */
const REQUEST_LINE = { pattern: /[A-Za-z]{1,30} (\/[^\s]{0,200})/g, lookBackBytes: 4_096 };
/**
 * Oversized headers may contain anything, so only a match at the start of a line counts as the request line.
 * The headers may fill the whole packet, which has at most 64 KiB.
 */
const LINE_BEFORE_LARGE_HEADERS = {
  pattern: /^[A-Za-z]{1,30} (\/[^\s]{0,200})/gm,
  lookBackBytes: 64 * 1_024,
};

/**
 * Returns the complete response to a parser error at the byte `failedAt` of a packet. If the packet contains
 * the request line, the path in that line determines the error format.
 */
export function rawAnswerTo(failure: string | AppError | undefined, packet?: unknown, failedAt = 0): string {
  const line = failure === 'HPE_HEADER_OVERFLOW' ? LINE_BEFORE_LARGE_HEADERS : REQUEST_LINE;
  const path = pathBefore(packet, failedAt, line) ?? '/';
  const error = failure instanceof AppError ? failure : toAppError(failure);
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

/** Returns the path of the last request line before the byte at which the parser failed. */
function pathBefore(
  packet: unknown,
  failedAt: number,
  { pattern, lookBackBytes }: typeof REQUEST_LINE,
): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const from = Math.max(0, failedAt - lookBackBytes);
  const text = packet.toString('latin1', from, failedAt + 256);
  const lines = [...text.matchAll(pattern)].filter(({ index }) => from + index <= failedAt);
  return lines.at(-1)?.[1];
}

/** Writes the last bytes to a connection and closes it. */
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
