/** The service returned an error (contract 7). Branch on `code`, which is stable; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status, 400 to 599. */
  readonly status: number;
  /** Such as `vendor_not_found`; `unknown` if a proxy responded instead of the service. */
  readonly code: string;
  /** The invalid parameter, if any. */
  readonly parameter: string | undefined;
  /** The request's id. Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** The wait requested by the service, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    about: {
      readonly status: number;
      readonly code: string;
      readonly parameter?: string | undefined;
      readonly requestId?: string | undefined;
      readonly retryAfterMs?: number | undefined;
    },
  ) {
    super(message);
    this.status = about.status;
    this.code = about.code;
    this.parameter = about.parameter;
    this.requestId = about.requestId;
    this.retryAfterMs = about.retryAfterMs;
  }
}

/**
 * The service did not respond, because of the network, the address, or another server there. `message`
 * explains the reason, and `cause` has the original error.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Returns the error in a response, in either of the two formats. */
export function errorOf(status: number, body: string, headers: Headers, now: number): ApiError {
  const parsed = parseObject(body);
  const enveloped = parsed?.error;
  const said = typeof enveloped === 'object' && enveloped !== null ? (enveloped as Fields) : parsed;
  const message =
    textOf(said?.message) ??
    textOf(said?.error) ??
    `A proxy or another server answered ${status}. Is baseUrl right?`;
  return new ApiError(message, {
    status,
    code: textOf(said?.code) ?? 'unknown',
    parameter: textOf(said?.parameter),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
  });
}

/** Converts `Retry-After`, a number of seconds or a date (RFC 9110), to milliseconds. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

type Fields = Readonly<Record<string, unknown>>;

/** Parses a JSON object or list; undefined for anything else. */
export function parseObject(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
