import { ApiError, errorOf, NoAnswerError, parseObject } from './errors.ts';

export interface ClientOptions {
  /** The address of the service, such as `https://vendors.example`. */
  readonly baseUrl: string;
  /** `svc_pk_…`, for your own events and applications, for risk records, and for lists counted by key. */
  readonly apiKey?: string;
  /** The maximum number of retries after a 429 or 503; 3 by default, 0 for no retries. */
  readonly retries?: number;
  /**
   * The longest wait before a retry, in milliseconds; 60,000 by default. If `Retry-After` is longer, the
   * error is thrown.
   */
  readonly waitMaxMs?: number;
  /** The longest wait for a response, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Cancels the request, and the wait before a retry. */
  readonly signal?: AbortSignal;
  /**
   * For a decision with an API key: the same idempotency key and request return the same receipts for 24
   * hours. 1 to 255 visible ASCII characters.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface Call {
  readonly method?: 'GET' | 'POST';
  /** Begins with `/`; its parts are already encoded. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** The time for which the service was asked to wait before it responds, in milliseconds. */
  readonly heldMs?: number;
}

export interface Answer {
  readonly body: unknown;
  readonly headers: Headers;
}

export type Send = (call: Call, options?: CallOptions) => Promise<Answer>;

const AGAIN = new Set([429, 503]);
/** The first wait if the service requests none; each later wait is twice as long. */
const FIRST_WAIT_MS = 1_000;

/** Returns a function that sends requests. Retries after 429 and 503: such requests had no effect. */
export function createTransport(options: ClientOptions): Send {
  const { apiKey, retries = 3, waitMaxMs = 60_000 } = options;
  const base = String(options.baseUrl ?? '').replace(/\/+$/, '');
  if (!/^https?:\/\//.test(base) || !URL.canParse(base))
    throw new TypeError(`baseUrl must be an address like https://vendors.example, and was "${base}".`);
  // `fetch` would reject such a key with an error that quotes it.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey has a character that no key has, such as a space or a line break.');
  return async (call, { signal, idempotencyKey } = {}) => {
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      const answer = await ask(
        `${base}${call.path}${queryText(call.query)}`,
        call,
        options,
        { apiKey, idempotencyKey },
        signal,
      );
      if (!(answer instanceof ApiError)) return answer;
      const waitMs = answer.retryAfterMs ?? FIRST_WAIT_MS * 2 ** tries;
      if (!AGAIN.has(answer.status) || tries >= retries || waitMs > waitMaxMs) throw answer;
      await wait(waitMs, signal);
    }
  };
}

interface Keys {
  readonly apiKey: string | undefined;
  readonly idempotencyKey: string | undefined;
}

async function ask(
  url: string,
  { method = 'GET', body, heldMs = 0 }: Call,
  { fetch: send = fetch, timeoutMs = 30_000 }: ClientOptions,
  { apiKey, idempotencyKey }: Keys,
  signal: AbortSignal | undefined,
): Promise<Answer | ApiError> {
  const limit = AbortSignal.timeout(timeoutMs + heldMs);
  const headers = {
    accept: 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const answer = await send(url, {
      method,
      headers,
      redirect: 'error' as const,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await answer.text();
    if (!answer.ok) return errorOf(answer.status, text, answer.headers, Date.now());
    return { body: parseAnswer(text, new URL(url), answer), headers: answer.headers };
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof NoAnswerError) throw cause;
    const { origin } = new URL(url);
    throw new NoAnswerError(
      limit.aborted
        ? `No answer came from ${origin} within ${timeoutMs + heldMs} ms.`
        : `No answer came from ${origin}: ${reasonOf(cause)}`,
      { cause },
    );
  }
}

/**
 * Parses a response. A proxy or another server may return anything, so undefined must not pass as a result.
 */
function parseAnswer(text: string, { origin, pathname }: URL, { status, headers }: Response): unknown {
  const body = parseObject(text);
  const holds = pathname.includes('/api/v1/') ? body?.data : body;
  if (typeof holds === 'object' && holds !== null) return body;
  const type = headers.get('content-type') ?? 'no content type';
  throw new NoAnswerError(
    `What answered at ${origin}${pathname} is not this service (${status}, ${type}). Is baseUrl right?`,
  );
}

/**
 * Returns the reason for a failure: fetch's message is just "fetch failed", and only its cause explains why.
 */
function reasonOf(error: unknown): string {
  const { cause } = Object(error);
  if (Object(cause).message === 'unexpected redirect')
    return 'the address redirects to another one; give that as baseUrl.';
  const { errors, message, code } = Object(cause ?? error);
  return message || errors?.[0]?.message || code || String(error);
}

function queryText(query: object = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.append(name, String(value));
  const text = given.toString();
  return text === '' ? '' : `?${text}`;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
