import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { encodingOf, type HttpAnswer, isKnownEncoding, readBody, sendGet } from './http-get.ts';

/** Waits `ms`; may resolve or reject early once `signal` is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The validators of our copy. The server can respond to them with "not modified". */
type Validators = { readonly etag?: string | undefined; readonly lastModified?: string | undefined };

export type DownloadFailureReason =
  | `http_${number}`
  | 'aborted'
  | 'bad_content_type'
  | 'challenge'
  | 'empty'
  | 'html_instead_of_data'
  | 'moved'
  | 'network'
  | 'redirect_refused'
  | 'storage'
  | 'timeout'
  | 'too_large'
  | 'too_slow'
  | 'truncated';

export type DownloadResult =
  | {
      readonly status: 'downloaded';
      readonly path: string;
      readonly bytes: number;
      readonly sha256: string;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
    }
  | { readonly status: 'not_modified' }
  | { readonly status: 'failed'; readonly reason: DownloadFailureReason; readonly message: string };

export type DownloadRequest = {
  readonly url: URL;
  /** The path for the complete file, which replaces an existing file in one step. */
  readonly path: string;
  readonly validators?: Validators | undefined;
  /** Can lower the fetcher's own `maxBytes`, but not raise it. */
  readonly maxBytes?: number | undefined;
  /** True if a web page is expected instead of a data file. */
  readonly isPage?: boolean;
  readonly signal?: AbortSignal | undefined;
};

export type FetcherOptions = {
  readonly userAgent: string;
  /** The operator's email address, for the `From` header. */
  readonly from?: string | undefined;
  /** The time limit for one attempt, from the first request to the last byte, including redirects. */
  readonly timeoutMs: number;
  /** The longest pause before the first byte and between bytes. */
  readonly idleTimeoutMs: number;
  /**
   * The minimum average speed at which a body must arrive, checked from `idleTimeoutMs` after the request. A
   * slower download is aborted.
   */
  readonly minBytesPerSecond?: number;
  /** The maximum size of the stored file, after decoding. */
  readonly maxBytes: number;
  /** The number of attempts after the first. */
  readonly retries: number;
  /** The longest wait before the first retry, in milliseconds. It doubles with each retry, up to 60 s. */
  readonly backoffMs: number;
  readonly sleep: Sleep;
  /** Returns a uniformly distributed number from 0 up to but not including 1. */
  readonly random: () => number;
  /** Returns the milliseconds since 1970, used for download speeds and for a `Retry-After` that is a date. */
  readonly now?: () => number;
};

export type Fetcher = { download(request: DownloadRequest): Promise<DownloadResult> };

const WAIT_MS_MAX = 60_000;
const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const DATA_TYPES = new Set([
  'text/csv',
  'text/plain',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/zip',
  'application/x-zip-compressed',
]);

/**
 * Downloads one file at a time, with limits on size and time. Every outcome is returned as a value. A failure
 * leaves the earlier file unchanged and does not leave a partial file. Only transient errors are retried,
 * after the server's `Retry-After`: network, timeout, truncated or empty body, 429 and 5xx. If the server
 * asks for a wait of more than 60 s, the download is not retried.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  return {
    async download(request) {
      for (let attempt = 0; ; attempt += 1) {
        const result = await attemptDownload(options, request);
        if (!(result instanceof DownloadError)) return result;
        const isOver = attempt >= options.retries || result.retryAfterMs > WAIT_MS_MAX;
        if (!mayPass(result.reason) || isOver) {
          return { status: 'failed', reason: result.reason, message: result.message };
        }
        const backoffMs = options.random() * Math.min(options.backoffMs * 2 ** attempt, WAIT_MS_MAX);
        await sleepUnlessAborted(options.sleep, Math.max(backoffMs, result.retryAfterMs), request.signal);
      }
    },
  };
}

/** Waits `ms` using `sleep`, or until `signal` is aborted, even if `sleep` ignores the signal. */
export async function sleepUnlessAborted(sleep: Sleep, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const onAbort = () => aborted.resolve();
  signal?.addEventListener('abort', onAbort, { once: true });
  // This listener is added before the one in `sleep`, so that a rejection by `sleep` comes second and is
  // ignored.
  await Promise.race([sleep(ms, signal), aborted.promise]).finally(() =>
    signal?.removeEventListener('abort', onAbort),
  );
}

class DownloadError extends Error {
  readonly reason: DownloadFailureReason;
  /** The pause that the server requested; 0 if it did not request a pause. */
  readonly retryAfterMs: number;

  constructor(reason: DownloadFailureReason, message: string, retryAfterMs = 0) {
    super(message);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

type Watch = {
  readonly signal: AbortSignal;
  /** Called when the head of a response or a part of its body has arrived. */
  heard(): void;
  /** Aborts the download if too few bytes have arrived. */
  checkRate(bytes: number): void;
  end(): void;
};

async function attemptDownload(
  options: FetcherOptions,
  request: DownloadRequest,
): Promise<DownloadResult | DownloadError> {
  const watch = startWatch(options, request);
  try {
    return await transfer(options, request, watch);
  } catch (error) {
    // If the download was aborted, the reason for that is the cause of any other error.
    const cause: unknown = watch.signal.aborted ? watch.signal.reason : error;
    // An unexpected error affects only this file. The other files are still downloaded.
    return cause instanceof DownloadError
      ? cause
      : new DownloadError('network', `${request.url}: ${describeError(cause)}`);
  } finally {
    watch.end();
  }
}

function startWatch(options: FetcherOptions, { url, signal }: DownloadRequest): Watch {
  const controller = new AbortController();
  const expire = (message: string) => controller.abort(new DownloadError('timeout', `${url}: ${message}`));
  const onAbort = () => controller.abort(new DownloadError('aborted', `${url}: the download was called off`));
  const { timeoutMs, idleTimeoutMs, minBytesPerSecond = 0 } = options;
  const now = options.now ?? Date.now;
  const startedAt = now();
  const whole = setTimeout(() => expire(`not complete after ${timeoutMs} ms`), timeoutMs);
  const idle = setTimeout(() => expire(`silent for ${idleTimeoutMs} ms`), idleTimeoutMs);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    heard: () => void idle.refresh(),
    checkRate(bytes) {
      const seconds = (now() - startedAt - idleTimeoutMs) / 1000;
      if (bytes >= seconds * minBytesPerSecond) return;
      const message = `${url}: fewer than ${minBytesPerSecond} bytes a second came`;
      controller.abort(new DownloadError('too_slow', message));
      controller.signal.throwIfAborted();
    },
    end() {
      clearTimeout(whole);
      clearTimeout(idle);
      signal?.removeEventListener('abort', onAbort);
      // Closes the connection of a response that was not read to its end.
      controller.abort();
    },
  };
}

async function transfer(
  options: FetcherOptions,
  request: DownloadRequest,
  watch: Watch,
): Promise<DownloadResult> {
  const response = await requestFollowing(options, request, watch);
  if (response.status === 304 && isConditional(request)) return { status: 'not_modified' };
  if (isChallenge(response))
    throw new DownloadError('challenge', `${request.url}: answered ${response.status} with a challenge`);
  if (response.status !== 200) throw httpError(request.url, response, options.now ?? Date.now);
  refuseWrongType(request, response);
  const encoding = encodingOf(response);
  if (!isKnownEncoding(encoding)) {
    const message = `${request.url}: content encoding "${encoding}" cannot be undone`;
    throw new DownloadError('bad_content_type', message);
  }

  const maxBytes = Math.min(options.maxBytes, request.maxBytes ?? options.maxBytes);
  const declared = declaredBytes(response);
  if (declared !== undefined && declared > maxBytes) throw tooLarge(request.url, maxBytes);

  const temporary = `${request.path}.${randomUUID()}.part`;
  try {
    const body = await writeBody(request, response, temporary, maxBytes, watch);
    if (body.bytes === 0) throw new DownloadError('empty', `${request.url}: the file is empty`);
    await storing(rename(temporary, request.path));
    return { status: 'downloaded', path: request.path, ...body, ...readValidators(response) };
  } catch (error) {
    await storing(rm(temporary, { force: true }));
    throw error;
  }
}

async function requestFollowing(
  options: FetcherOptions,
  request: DownloadRequest,
  watch: Watch,
): Promise<HttpAnswer> {
  let url = request.url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await requestOnce(options, request, url, watch.signal);
    watch.heard();
    const location = REDIRECT_STATUSES.has(response.status) ? response.headers.location : undefined;
    if (location === undefined) return response;
    const target = URL.parse(location, url.href);
    if (target?.username !== '' || target.password !== '')
      throw new DownloadError(
        'redirect_refused',
        `${request.url}: sent on to an address that is not followed`,
      );
    if (target.origin !== request.url.origin)
      throw new DownloadError('moved', `${request.url}: sent on to ${target.protocol}//${target.host}`);
    if (redirects >= REDIRECTS_MAX) {
      const why = `yet another page, ${REDIRECTS_MAX} in a row already`;
      throw new DownloadError('redirect_refused', `${request.url}: sent on to ${why}`);
    }
    response.message.destroy();
    url = target;
  }
}

async function requestOnce(
  options: FetcherOptions,
  { validators, isPage }: DownloadRequest,
  url: URL,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const headers = {
    accept: [...(isPage ? HTML_TYPES : DATA_TYPES)].join(', '),
    // Only an unencoded body can be compared with its Content-Length.
    'accept-encoding': 'identity',
    // This makes intermediate caches revalidate their copy with the server.
    'cache-control': 'max-age=0',
    'user-agent': options.userAgent,
    ...(options.from && { from: options.from }),
    ...(validators?.etag && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
  };
  try {
    return await sendGet(url, { headers, signal });
  } catch (error) {
    throw new DownloadError('network', `${url}: ${describeError(error)}`);
  }
}

async function writeBody(
  { url, isPage }: DownloadRequest,
  response: HttpAnswer,
  path: string,
  maxBytes: number,
  watch: Watch,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const looksLikeHtml = createHtmlDetector();
  let bytes = 0;
  const file = await storing(open(path, 'wx', 0o600));
  try {
    for await (const chunk of readChunks(url, response)) {
      watch.heard();
      bytes += chunk.length;
      watch.checkRate(bytes);
      if (bytes > maxBytes) throw tooLarge(url, maxBytes);
      if (!isPage && looksLikeHtml(chunk)) throw htmlError(url);
      hash.update(chunk);
      await storing(file.writeFile(chunk));
    }
    await storing(file.sync());
  } finally {
    await storing(file.close());
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* readChunks(url: URL, response: HttpAnswer): AsyncGenerator<Uint8Array> {
  try {
    yield* readBody(response);
  } catch (error) {
    throw new DownloadError('truncated', `${url}: broke off: ${describeError(error)}`);
  }
}

/** Returns a function that takes a body's chunks in order and returns true if the body is a web page. */
function createHtmlDetector(): (chunk: Uint8Array) => boolean {
  let head = '';
  return (chunk) => {
    for (let at = 0; at < chunk.length && head.length < '<!doctype'.length; at += 1) {
      // Bytes are decoded as Latin-1, in which a UTF-8 byte-order mark appears as ï»¿.
      head = `${head}${String.fromCharCode(chunk[at] ?? 0)}`.replace(/^[\sï»¿]+/, '');
    }
    return /^<(!doctype|!--|html|head|meta)/i.test(head);
  };
}

function refuseWrongType({ url, isPage }: DownloadRequest, response: HttpAnswer): void {
  const type = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (isPage && HTML_TYPES.has(type)) return;
  if (HTML_TYPES.has(type)) throw htmlError(url);
  if (isPage || !DATA_TYPES.has(type)) {
    throw new DownloadError(
      'bad_content_type',
      `${url}: content type "${type}" is not a ${isPage ? 'web page' : 'data file'}'s`,
    );
  }
}

function declaredBytes(response: HttpAnswer): number | undefined {
  const length = response.headers['content-length'] ?? '';
  return encodingOf(response) === undefined && /^\d+$/.test(length) ? Number(length) : undefined;
}

function readValidators({ headers }: HttpAnswer) {
  return { etag: headers.etag, lastModified: headers['last-modified'] };
}

function isConditional({ validators }: DownloadRequest): boolean {
  return Boolean(validators?.etag || validators?.lastModified);
}

function mayPass(reason: DownloadFailureReason): boolean {
  return /^(network|timeout|truncated|empty|http_429|http_5\d\d)$/.test(reason);
}

/** Returns true if the response has the header that Cloudflare sends when it admits only browsers. */
function isChallenge({ headers }: HttpAnswer): boolean {
  return String(headers['cf-mitigated']).trim().toLowerCase() === 'challenge';
}

function httpError(url: URL, response: HttpAnswer, now: () => number): DownloadError {
  const retryAfterMs = readRetryAfter(response.headers['retry-after'] ?? '', now);
  const wait = retryAfterMs > 0 ? `, retry after ${Math.ceil(retryAfterMs / 1000)} s` : '';
  const message = `${url}: answered ${response.status}${wait}`;
  return new DownloadError(`http_${response.status}`, message, retryAfterMs);
}

function readRetryAfter(text: string, now: () => number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? 0 : Math.max(0, moment - now());
}

function tooLarge(url: URL, maxBytes: number): DownloadError {
  return new DownloadError('too_large', `${url}: more than ${maxBytes} bytes`);
}

function htmlError(url: URL): DownloadError {
  return new DownloadError('html_instead_of_data', `${url}: a web page came in place of the data file`);
}

async function storing<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new DownloadError('storage', `the file cannot be stored: ${describeError(error)}`);
  });
}

/** Describes an error. If several addresses of a host failed, only the individual errors have messages. */
function describeError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeError).join('; ');
  return error instanceof Error ? error.message : String(error);
}
