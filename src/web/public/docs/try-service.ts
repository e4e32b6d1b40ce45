import type { FastifyInstance } from 'fastify';
import type { OperationMethod } from './operations.ts';
import type { TriedAnswer } from './pages/try-page.ts';

/** Longer responses are truncated on the page. */
const SHOWN_MAX = 60_000;
const HEADERS_SHOWN = [
  'content-type',
  'ratelimit',
  'retry-after',
  'x-total-count',
  'cache-control',
  'etag',
  'deprecation',
  'sunset',
  'x-request-id',
];

interface TriedRequest {
  readonly method: OperationMethod;
  readonly path: string;
  readonly key: string;
  readonly body: string | null;
  /** The visitor's IP address. The request counts toward its rate limits like any other. */
  readonly ip: string;
}

/** Sends a request to this service the way the visitor's own program would, without the visitor's session. */
export async function tryRequest(app: FastifyInstance, request: TriedRequest): Promise<TriedAnswer> {
  const { method, path, key, body, ip } = request;
  const answer = await app.inject({
    method,
    url: path,
    remoteAddress: ip,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { payload: body }),
  });
  const headers = HEADERS_SHOWN.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const isJson = /json/.test(String(answer.headers['content-type']));
  const text = isJson ? JSON.stringify(JSON.parse(answer.body), null, 2) : answer.body;
  const shown = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}\n… cut here` : text;
  return { status: answer.statusCode, headers, body: shown };
}
