/** The service answered with an error (contract 7). Decide by `code`, which does not change; `message` is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The status of HTTP, 400 to 599. */
  readonly status: number;
  /** Such as `vendor_not_found`; `unknown` where something before the service answered. */
  readonly code: string;
  /** The parameter that is wrong, if one is. */
  readonly parameter: string | undefined;
  /** Quote it when you report a fault. */
  readonly requestId: string | undefined;
  /** The wait that the service asks for, in milliseconds. */
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

/** No answer of the service came: the network, the address, or another server there. `message` says which, `cause` what was thrown. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** The error that an answer holds, in either of the two forms. */
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

/** `Retry-After` in milliseconds: it is a number of seconds or a date (RFC 9110). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

type Fields = Readonly<Record<string, unknown>>;

/** The object or list in this JSON; undefined for anything else. */
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
