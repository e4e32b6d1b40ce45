import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from '../../platform/log/log.ts';

/**
 * The maximum number of connections. Monitoring sends at most one request every few seconds; additional
 * callers wait.
 */
const CONNECTIONS_MAX = 16;
const REQUEST_WITHIN_MS = 5_000;

interface Endpoint {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` on a separate port, so that no proxy in front of the service can expose it by
 * mistake. If a token is set, only callers who have it get a response. Rejects if the port is taken.
 */
export async function openEndpoint(options: {
  readonly port: number;
  readonly host: string;
  readonly token: string | undefined;
  readonly contentType: string;
  /** Returns the text of a scrape. */
  readonly read: () => Promise<string>;
  readonly log: Pick<Logger, 'error'>;
}): Promise<Endpoint> {
  const { port, host, token, contentType, log } = options;
  const read = shareReading(options.read);
  const server = createServer({ requestTimeout: REQUEST_WITHIN_MS }, (request, response) => {
    const refusal = refuse(request, token);
    if (refusal) return answer(response, refusal, {});
    read().then(
      (text) => answer(response, 200, { 'content-type': contentType }, text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read');
        answer(response, 500, {});
      },
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.listen({ port, host });
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  return {
    port: address !== null && typeof address !== 'string' ? address.port : port,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Shares one reading among concurrent requests. */
function shareReading(read: () => Promise<string>): () => Promise<string> {
  let reading: Promise<string> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** Returns the status code of a rejection, or undefined if the request should be served. */
function refuse({ method, url, headers }: IncomingMessage, token: string | undefined): number | undefined {
  if (token !== undefined && !isSame(headers.authorization ?? '', `Bearer ${token}`)) return 401;
  if (url?.split('?')[0] !== '/metrics') return 404;
  return method === 'GET' || method === 'HEAD' ? undefined : 405;
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

function answer(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text = '',
): void {
  response.writeHead(status, {
    ...headers,
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
