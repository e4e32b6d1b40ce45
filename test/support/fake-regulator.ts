import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

/** The fake regulator's response to one request. */
export type Answer =
  | {
      /** Sends the file in full, or responds with 304 if the request's conditional headers match. */
      readonly kind: 'file';
      readonly body: string;
      readonly contentType?: string;
      readonly etag?: string;
      readonly lastModified?: string;
      readonly isGzipped?: boolean;
    }
  /** Status 200 with a web page. The real site responds like this when a file is missing. */
  | { readonly kind: 'html'; readonly body: string; readonly contentType: string }
  /** Declares a Content-Length greater than the body's actual length, then ends normally. */
  | { readonly kind: 'wrong_length'; readonly body: string; readonly declared: number }
  /** Sends half of the body, then drops the connection. */
  | { readonly kind: 'truncated'; readonly body: string }
  /**
   * Sends a chunk at a fixed interval, forever, without a Content-Length. An interval of 0 ms means as fast
   * as the connection allows.
   */
  | { readonly kind: 'trickle'; readonly chunk: string; readonly everyMs: number }
  /** Accepts the request and sends either nothing or only `body`, without ever ending the response. */
  | { readonly kind: 'hang'; readonly body?: string }
  | { readonly kind: 'reset' }
  /** Sends these raw bytes instead of a regular HTTP response, then closes the connection. */
  | { readonly kind: 'raw'; readonly head: string; readonly body: string | Uint8Array }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfter?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number };

type SeenRequest = { readonly path: string; readonly headers: IncomingHttpHeaders };

export type FakeRegulator = {
  readonly baseUrl: URL;
  /** The requests received, in order of arrival. */
  readonly requests: readonly SeenRequest[];
  /**
   * Sets the responses for a path: one for each request in turn, and the last one from then on. A path
   * without responses returns 404.
   */
  plan(path: string, ...answers: readonly Answer[]): void;
  /** Returns the highest number of requests that were ever in progress at once. */
  concurrencyMax(): number;
  /** Returns the number of requests in progress: not fully answered, with the client still connected. */
  underWay(): number;
  /** Shuts the server down before the test ends. From then on, nothing listens at `baseUrl`. */
  close(): Promise<void>;
};

/** Starts a fake regulator on a free loopback port. It closes when the test `t` ends. */
export async function startFakeRegulator(t: {
  after(end: () => Promise<void>): void;
}): Promise<FakeRegulator> {
  const plans = new Map<string, Answer[]>();
  const requests: SeenRequest[] = [];
  let underWay = 0;
  let underWayMax = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    underWay += 1;
    underWayMax = Math.max(underWayMax, underWay);
    response.once('close', () => {
      underWay -= 1;
    });
    const plan = plans.get(path) ?? [];
    reply(request, response, (plan.length > 1 ? plan.shift() : plan[0]) ?? { kind: 'status', status: 404 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    return closed;
  };
  t.after(close);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake regulator has no port');
  return {
    baseUrl: new URL(`http://127.0.0.1:${address.port}`),
    requests,
    plan: (path, ...answers) => void plans.set(path, [...answers]),
    concurrencyMax: () => underWayMax,
    underWay: () => underWay,
    close,
  };
}

function reply(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  switch (answer.kind) {
    case 'file':
      sendFile(request, response, answer);
      break;
    case 'html':
      response.writeHead(200, { 'content-type': answer.contentType }).end(answer.body);
      break;
    case 'wrong_length':
      openCsv(response, answer.declared).write(answer.body, () => response.socket?.end());
      break;
    case 'truncated': {
      const half = answer.body.slice(0, answer.body.length / 2);
      openCsv(response, answer.body.length).write(half, () => response.socket?.destroy());
      break;
    }
    case 'trickle':
      trickle(openCsv(response), answer.chunk, answer.everyMs);
      break;
    case 'hang':
      if (answer.body !== undefined) openCsv(response).write(answer.body);
      break;
    case 'reset':
      request.socket.resetAndDestroy();
      break;
    case 'raw':
      request.socket.write(`${answer.head.replaceAll('\n', '\r\n')}\r\n\r\n`);
      request.socket.end(answer.body);
      break;
    case 'status':
      if (answer.retryAfter !== undefined) response.setHeader('retry-after', answer.retryAfter);
      response.writeHead(answer.status, { 'content-type': 'text/csv', ...answer.headers }).end('sorry\n');
      break;
    case 'redirect':
      response.writeHead(answer.status ?? 302, { location: answer.to }).end();
      break;
  }
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: Extract<Answer, { kind: 'file' }>,
): void {
  if (file.etag !== undefined) response.setHeader('etag', file.etag);
  if (file.lastModified !== undefined) response.setHeader('last-modified', file.lastModified);
  if (isHeld(request.headers, file)) {
    response.writeHead(304).end();
    return;
  }
  const body = file.isGzipped ? gzipSync(file.body) : Buffer.from(file.body);
  if (file.isGzipped) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-type', file.contentType ?? 'text/csv');
  response.writeHead(200, { 'content-length': body.length }).end(body);
}

/**
 * Returns true if the client already has the current version. As HTTP specifies, the date is considered only
 * if the client sent no entity tag.
 */
function isHeld(headers: IncomingHttpHeaders, file: Extract<Answer, { kind: 'file' }>): boolean {
  const tag = headers['if-none-match'];
  if (tag !== undefined) return tag === file.etag;
  return Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(file.lastModified ?? '');
}

function openCsv(response: ServerResponse, declared?: number): ServerResponse {
  if (declared !== undefined) response.setHeader('content-length', declared);
  return response.writeHead(200, { 'content-type': 'text/csv' });
}

function trickle(response: ServerResponse, chunk: string, everyMs: number): void {
  if (response.destroyed) return;
  response.write(chunk, () => setTimeout(() => trickle(response, chunk, everyMs), everyMs));
}
