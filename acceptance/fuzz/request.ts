import { drawFrom, drawInt, drawWeighted, type Random } from '../../src/lib/random.ts';
import type { CallerName, Catalogue, Operation } from './catalogue.ts';

/** A complete request except for the headers that identify its sender. */
export interface FuzzRequest {
  readonly index: number;
  /** The name that findings are grouped by: `GET /api/vendors/{id}`, `page /organizer`, `form /claim`. */
  readonly name: string;
  /**
   * The documented operation that should respond. Undefined for pages and for undocumented methods or paths.
   */
  readonly operation: Operation | undefined;
  readonly caller: CallerName;
  readonly method: string;
  /** The path and query in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  readonly isChunked: boolean;
  /**
   * True if this is a well-formed request for something that belongs to another account. The response must
   * not reveal that it exists.
   */
  readonly isForeign: boolean;
}

/** A request before its method and headers are changed. */
export type Draft = Omit<FuzzRequest, 'index' | 'isChunked'>;

/** The quality of a request's values: all good, one bad, or anything. */
export type Mode = 'valid' | 'one' | 'wild';

export function drawMode(random: Random): Mode {
  return drawWeighted(random, [
    ['valid', 40],
    ['one', 35],
    ['wild', 25],
  ] as const);
}

/** Draws, for each of `count` values, if it will be bad. */
export function drawBadOnes(random: Random, mode: Mode, count: number): boolean[] {
  const one = drawInt(random, Math.max(1, count));
  return Array.from({ length: count }, (_, at) =>
    mode === 'one' ? at === one : mode === 'wild' && random() < 0.5,
  );
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'REPORT',
  'MKCOL',
  'SEARCH',
  'PURGE',
  'LINK',
  'M-SEARCH',
  'SUBSCRIBE',
  'SOURCE',
  'get',
  'BREW',
  'Get',
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-7',
  'application/problem+json',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'multipart/mixed; boundary=x',
  'application/json, text/plain',
  'application/',
  '/',
  '',
  '*/*',
  'APPLICATION/JSON',
  'application/json; charset="utf-8',
  'a'.repeat(300),
  '__proto__',
  'constructor/prototype',
];
const ACCEPTS = [
  '*/*',
  'application/json',
  'text/html',
  'image/*',
  'text/html;q=0',
  '*/*;q=2',
  ';',
  ',,,',
  'application/xml',
  'x'.repeat(2_000),
];
const FORWARDED = [
  'unknown',
  '127.0.0.1',
  '::1',
  '::ffff:1.2.3.4',
  '1.2.3.4, 5.6.7.8',
  '999.1.1.1',
  '',
  ',,,',
  '[::1]:80',
  '1.2.3.4:80',
  'fe80::1%eth0',
  '::',
  "'",
  'x'.repeat(500),
  '1.2.3.4,'.repeat(100),
];
const COOKIES = [
  'a=b',
  '=',
  ';',
  ';;;=;',
  'vendor-compliance.session_token=',
  'vendor-compliance.session_token=x',
  'vendor-compliance.session_token=%',
  'vendor-compliance.session_token=%00',
  'vendor-compliance.session_token=a.b; vendor-compliance.session_token=c.d',
  '__Host-vendor-compliance.session_token=x.y',
  '__proto__=x',
  'x'.repeat(4_000),
  `${'a=b; '.repeat(500)}`,
  'vendor-compliance.session_token="x"',
  'vendor-compliance.session_token=\u00ff\u00fe',
];
const ODD_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['accept', ACCEPTS],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'x', 'Fri, 31 Dec 9999 23:59:59 GMT', '']],
  ['if-match', ['*', '"x"']],
  ['if-range', ['"x"']],
  [
    'range',
    [
      'bytes=0-0',
      'bytes=-1',
      'bytes=0-',
      'bytes=5-1',
      'bytes=0-0,2-2',
      'bytes=9999999999999999999-',
      'x=1',
      'bytes=',
    ],
  ],
  ['x-forwarded-for', FORWARDED],
  ['x-forwarded-host', ['evil.example', '']],
  ['x-forwarded-proto', ['https', 'x']],
  ['x-http-method-override', ['DELETE', 'x']],
  ['x-original-url', ['/operator']],
  ['x-request-id', ['x', '../../x', 'x'.repeat(1_000)]],
  ['accept-encoding', ['gzip', 'br;q=x', '*;q=0', '']],
  ['accept-language', ['de', '*', 'x'.repeat(300)]],
  ['origin', ['https://evil.example', 'null', '', 'http://127.0.0.1', 'http://[', '\u00ff']],
  ['sec-fetch-site', ['cross-site', 'same-site', 'same-origin', 'none', 'x', '']],
  ['referer', ['https://evil.example/', 'x']],
  ['content-encoding', ['gzip', 'x']],
  ['content-language', ['x']],
  ['expect', ['100-continue']],
  ['te', ['trailers', 'x']],
  ['connection', ['close', 'keep-alive, x-request-id', 'x']],
  ['accept-version', ['1.0.0', '*', 'x']],
  ['cookie', COOKIES],
  ['user-agent', ['', '<x-fuzz>', 'x'.repeat(3_000), '\u00ff\u00fe']],
  ['x-fuzz\u0021', ['x']],
  [
    'authorization',
    [
      'Basic eDp5',
      'Bearer',
      'Bearer  ',
      'Bearer a b',
      'bearer svc_pk_x.y',
      'x',
      '',
      `Bearer ${'x'.repeat(3_000)}`,
    ],
  ],
];
const ETAGS = ['*', '"x"', 'W/"x"', '"', ',', '', '"a","b"', 'W/', '"\u00ff"', `${'"x",'.repeat(500)}`];

/** Sometimes changes the method and headers of a request in odd ways. */
export function addOddities(
  random: Random,
  draft: Draft,
  { known }: Pick<Catalogue, 'known'>,
): Omit<FuzzRequest, 'index'> {
  const method =
    random() < 0.05
      ? drawFrom(random, METHODS)
      : random() < 0.02 && draft.method === 'GET'
        ? 'HEAD'
        : draft.method;
  const isOtherMethod = method !== draft.method && !(method === 'HEAD' && draft.method === 'GET');
  let headers = [...draft.headers];
  if (random() < 0.15)
    headers.push(['if-none-match', drawFrom(random, random() < 0.6 ? [...known.etags, '*'] : ETAGS)]);
  if (random() < 0.2) {
    const [name, values] = drawFrom(random, ODD_HEADERS);
    headers.push([name, drawFrom(random, values)]);
    if (random() < 0.2) headers.push([name, drawFrom(random, values)]);
  }
  if (method === 'OPTIONS' && random() < 0.7)
    headers.push(
      ['origin', 'https://somewhere.example'],
      ['access-control-request-method', drawFrom(random, ['GET', 'POST', 'x'])],
    );
  if (draft.body && random() < 0.06) {
    headers = headers.filter(([name]) => name !== 'content-type');
    if (random() < 0.9) headers.push(['content-type', drawFrom(random, TYPES)]);
  }
  const isSpoiled =
    headers.length > draft.headers.length ||
    headers.some(
      ([name, value]) => name === 'content-type' && !draft.headers.some(([, each]) => each === value),
    );
  return {
    ...draft,
    method,
    headers,
    operation: isOtherMethod ? undefined : draft.operation,
    name: isOtherMethod
      ? `${isKnownMethod(method) ? method : 'odd method'} ${draft.name.replace(/^\S+ /, '')}`
      : draft.name,
    isForeign: draft.isForeign && !isOtherMethod && !isSpoiled && method !== 'HEAD',
    isChunked: draft.body !== undefined && random() < 0.05,
  };
}

function isKnownMethod(method: string): boolean {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method);
}

/** Returns the bytes of a request; `own` identifies its sender and origin. */
export function toBytes(request: FuzzRequest, host: string, own: FuzzRequest['headers']): Buffer {
  const { body, headers, isChunked } = request;
  const lines = [`${request.method} ${request.target} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of [...own, ...headers]) lines.push(`${name}: ${value}`);
  if (isChunked) lines.push('transfer-encoding: chunked');
  else if (body !== undefined) lines.push(`content-length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (body === undefined) return head;
  return Buffer.concat(isChunked ? [head, ...toChunks(body)] : [head, body]);
}

function toChunks(body: Buffer): Buffer[] {
  const end = Buffer.from('0\r\n\r\n');
  if (body.length === 0) return [end];
  const middle = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0);
  return [
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    end,
  ];
}

/**
 * Returns a command that repeats the request, with `$COOKIE` and `$KEY` in place of the caller's own cookie
 * and key.
 */
export function toCurl(request: FuzzRequest, url: string, own: FuzzRequest['headers']): string {
  const secret = (name: string, value: string) =>
    request.caller === 'anonymous' ||
    request.caller === 'wrong key' ||
    !['cookie', 'authorization'].includes(name)
      ? value
      : name === 'cookie'
        ? '$COOKIE'
        : 'Bearer $KEY';
  const parts = [
    'curl -si --path-as-is --globoff',
    request.method === 'GET' ? '' : request.method === 'HEAD' ? '-I' : `-X ${quote(request.method)}`,
  ];
  for (const [name, value] of own)
    if (name !== 'x-forwarded-for') parts.push(`-H "${name}: ${secret(name, value)}"`);
  for (const [name, value] of request.headers)
    parts.push(`-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`);
  if (request.isChunked) parts.push("-H 'transfer-encoding: chunked'");
  if (request.body) parts.push(`--data-binary ${quote(request.body.toString('latin1'))}`);
  parts.push(quote(`${url}${request.target}`));
  return `${parts.filter((part) => part !== '').join(' ')}  # as ${request.caller}, request ${request.index}`;
}

const SHOWN_MAX = 600;

/** Quotes bytes, given as Latin-1, for a shell. */
export function quote(latin1: string): string {
  const text = latin1.length > SHOWN_MAX ? `${latin1.slice(0, SHOWN_MAX)}…(${latin1.length} bytes)` : latin1;
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes("'")) return `'${text}'`;
  const escaped = text.replace(/[\\']/g, '\\$&').replace(/[^\x20-\x7e]/g, (each) => {
    const code = each.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : each;
  });
  return `$'${escaped}'`;
}
