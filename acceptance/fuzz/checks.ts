import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ERROR_STATUS } from '../../src/http/errors/errors.ts';
import type { Catalogue } from './catalogue.ts';
import type { AnswerChecker } from './document.ts';
import type { FuzzRequest } from './request.ts';
import { headerOf, headersNamed, type Response } from './response.ts';

/** A fault in a response. */
interface Fault {
  readonly kind: string;
  readonly detail: string;
}

export interface CheckContext {
  readonly document: AnswerChecker;
  readonly catalogue: Pick<Catalogue, 'secrets'>;
  readonly baseUrl: string;
  /** The folders whose names must not appear in any response. */
  readonly folders: readonly string[];
}

const PAGE_STATUSES = new Set([
  200, 204, 206, 301, 302, 303, 304, 308, 400, 401, 403, 404, 405, 406, 408, 409, 410, 412, 413, 414, 415,
  416, 421, 422, 429, 431,
]);
const CODES: Readonly<Record<string, number>> = ERROR_STATUS;
/**
 * Words that appear in database errors, stack traces and file names. The generator does not send any of them.
 */
const INSIDE =
  /node_modules|SQLITE_|node:internal|\bat \w[\w.<> ]* \((?:file:|\/|node:)|\.ts:\d+|syntax error at|invalid byte sequence|violates|pg_catalog|TypeError|ReferenceError|RangeError|FST_ERR|\bERR_[A-Z_]+|relation "|column "/;

/** Checks everything about a response that can be checked from outside. */
export function checkAnswer(request: FuzzRequest, response: Response, context: CheckContext): Fault[] {
  const decoded = decode(response);
  const body = decoded?.toString('utf8') ?? '';
  const faults: (Fault | undefined)[] = [
    decoded
      ? undefined
      : { kind: 'unreadable encoding', detail: headerOf(response, 'content-encoding') ?? '' },
    ...checkEverywhere(response, body, context),
    checkStatus(request, response, body, context),
    checkErrorBody(request, response, body),
    ...checkHtml(response, body),
    checkForeign(request, response, body),
    checkSecrets(request, body, context.catalogue.secrets),
  ];
  return faults.filter((fault) => fault !== undefined);
}

/** Returns the decompressed body, or undefined if it cannot be read. */
function decode(response: Response): Buffer | undefined {
  const { body } = response;
  const encoding = headerOf(response, 'content-encoding');
  if (encoding === undefined || body.length === 0) return body;
  try {
    return encoding === 'br'
      ? brotliDecompressSync(body)
      : encoding === 'gzip'
        ? gunzipSync(body)
        : undefined;
  } catch {
    return undefined;
  }
}

function checkEverywhere(
  response: Response,
  body: string,
  { baseUrl, folders }: CheckContext,
): (Fault | undefined)[] {
  const { status } = response;
  const inside = INSIDE.exec(body)?.[0] ?? folders.find((folder) => body.includes(folder));
  const location = headerOf(response, 'location');
  const isLocal =
    location === undefined ||
    (/^\/(?![/\\])[\x21-\x7e]*$/.test(location) && !location.includes('\\')) ||
    location.startsWith(`${baseUrl}/`) ||
    location === baseUrl;
  return [
    status >= 500 ? { kind: '5xx', detail: body.slice(0, 200) } : undefined,
    isUuid(headerOf(response, 'x-request-id'))
      ? undefined
      : { kind: 'no X-Request-Id', detail: body.slice(0, 120) },
    headerOf(response, 'x-content-type-options') === 'nosniff'
      ? undefined
      : { kind: 'no nosniff', detail: headerOf(response, 'content-type') ?? '' },
    inside === undefined
      ? undefined
      : {
          kind: 'shows the inside',
          detail: `"${inside}" in ${body.slice(Math.max(0, body.indexOf(inside) - 80), body.indexOf(inside) + 120)}`,
        },
    isLocal ? undefined : { kind: 'leads elsewhere', detail: `Location: ${location}` },
    headersNamed(response, 'x-fuzz').length > 0 ? { kind: 'header injected', detail: 'x-fuzz' } : undefined,
    status >= 400 && !isUncached(response)
      ? {
          kind: 'error may be cached',
          detail: `Cache-Control: ${headerOf(response, 'cache-control') ?? 'none'}`,
        }
      : undefined,
    status !== 204 &&
    status !== 304 &&
    response.body.length > 0 &&
    headerOf(response, 'content-type') === undefined
      ? { kind: 'no Content-Type', detail: body.slice(0, 80) }
      : undefined,
  ];
}

/**
 * Returns true if the response may not be cached. A badge sets its own caching time, even for an unknown
 * vendor.
 */
function isUncached(response: Response): boolean {
  return (
    headerOf(response, 'cache-control')?.includes('no-store') === true ||
    headerOf(response, 'content-type')?.startsWith('image/') === true
  );
}

function isUuid(text: string | undefined): boolean {
  return text !== undefined && /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(text);
}

function checkStatus(
  request: FuzzRequest,
  response: Response,
  body: string,
  { document }: CheckContext,
): Fault | undefined {
  const { status } = response;
  if (status >= 500) return undefined;
  if (!request.operation)
    return PAGE_STATUSES.has(status) ? undefined : { kind: 'unexpected status', detail: String(status) };
  if (request.method === 'HEAD' || isPageForReader(request, response)) return undefined;
  return document.problemOf(request.operation, {
    status,
    contentType: headerOf(response, 'content-type'),
    body,
  });
}

/** Returns true if the error must be a page, as it is for browsers outside the API. */
function isPageForReader({ target, headers }: FuzzRequest, response: Response): boolean {
  const accept = headers.find(([name]) => name === 'accept')?.[1];
  const isAsked = accept?.startsWith('text/html') === true && !/^\/(?:api|openapi)/.test(target);
  return (
    isAsked && response.status >= 400 && headerOf(response, 'content-type')?.startsWith('text/html') === true
  );
}

/**
 * Checks the format of JSON errors: an envelope under /api/v1 or a bare object elsewhere, with a known code
 * that matches the status.
 */
function checkErrorBody(
  { target, method }: FuzzRequest,
  { status, headers }: Response,
  body: string,
): Fault | undefined {
  const isJson = headerOf({ headers }, 'content-type')?.startsWith('application/json') === true;
  if (status < 400 || !isJson || method === 'HEAD' || target.startsWith('/readyz')) return undefined;
  const wrong = (detail: string): Fault => ({
    kind: 'error body',
    detail: `${detail}: ${body.slice(0, 160)}`,
  });
  const parsed = parseObject(body);
  if (!parsed) return wrong('no JSON object');
  const isEnveloped = /^\/api\/v1(?:\/|$)/.test(target);
  if (isEnveloped !== 'data' in parsed)
    return wrong(isEnveloped ? 'no envelope' : 'an envelope outside /api/v1');
  const error = isEnveloped ? asObject(parsed.error) : { message: parsed.error, code: parsed.code };
  if (!error || typeof error.message !== 'string' || typeof error.code !== 'string')
    return wrong('no message and code');
  if (isEnveloped && (parsed.data !== null || parsed.meta !== null)) return wrong('data or meta is not null');
  if (!Object.hasOwn(CODES, error.code)) return wrong(`unknown code "${error.code}"`);
  return CODES[error.code] === status ? undefined : wrong(`code "${error.code}" with ${status}`);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns the value if it is an object and not an array. The caller checks its fields. */
function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function checkHtml(response: Response, body: string): (Fault | undefined)[] {
  const type = headerOf(response, 'content-type') ?? '';
  if (!type.startsWith('text/html')) return [];
  const missing = ['content-security-policy', 'referrer-policy'].filter(
    (name) => headerOf(response, name) === undefined,
  );
  const policy = headerOf(response, 'content-security-policy') ?? '';
  return [
    missing.length > 0 && response.status !== 304
      ? { kind: 'page without header', detail: missing.join(', ') }
      : undefined,
    /unsafe-inline|unsafe-eval/.test(policy) ? { kind: 'weak policy', detail: policy } : undefined,
    /charset=utf-8/i.test(type) ? undefined : { kind: 'page without charset', detail: type },
    body.includes('<x-fuzz')
      ? { kind: 'unescaped', detail: body.slice(body.indexOf('<x-fuzz') - 100, body.indexOf('<x-fuzz') + 40) }
      : undefined,
  ];
}

const BEFORE_LOOKING = new Set([400, 401, 403, 404, 405, 413, 414, 415, 429]);

/** Checks that the response to a request for another account's data does not reveal that the data exists. */
function checkForeign({ isForeign }: FuzzRequest, response: Response, body: string): Fault | undefined {
  if (!isForeign || BEFORE_LOOKING.has(response.status)) return undefined;
  if (response.status === 303 && headerOf(response, 'location')?.startsWith('/sign-in')) return undefined;
  return { kind: 'somebody else’s', detail: `answered with ${response.status}: ${body.slice(0, 160)}` };
}

/** Looks for strings that only the first organizer may see, unless the request itself contained them. */
function checkSecrets(
  { caller, target, body: sent }: FuzzRequest,
  body: string,
  secrets: readonly string[],
): Fault | undefined {
  if (caller === 'key' || caller === 'organizer') return undefined;
  const found = secrets.find(
    (secret) => body.includes(secret) && !target.includes(secret) && sent?.includes(secret) !== true,
  );
  return found === undefined ? undefined : { kind: 'secret shown', detail: `${found} to ${caller}` };
}
