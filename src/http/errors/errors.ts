import type { Language, Texts } from '../../lib/language/language.ts';

/** Every error code that a response can have, with its HTTP status. The codes are part of the public API. */
export const ERROR_STATUS = {
  missing_parameter: 400,
  invalid_parameter: 400,
  invalid_body: 400,
  malformed_request: 400,
  conflicting_identifiers: 400,
  ambiguous_license: 400,
  unauthorized: 401,
  forbidden_origin: 403,
  forbidden: 403,
  not_found: 404,
  vendor_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  cursor_gone: 410,
  precondition_failed: 412,
  body_too_large: 413,
  url_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  wrong_host: 421,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_ready: 503,
  unavailable: 503,
  busy: 503,
  payment_unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

interface AppErrorOptions {
  readonly parameter?: string;
  /** The text for a page. Needed if the message names parameters, because only programs use those. */
  readonly forPeople?: string | Texts;
  /**
   * The page's headline. Needed if the usual headline for the status would be wrong or too vague. On the
   * page, the `forPeople` text comes after it.
   */
  readonly headline?: Texts;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * The error for a request that cannot be fulfilled. The message is for the caller and must not reveal
 * internals.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly parameter: string | undefined;
  readonly forPeople: string;
  private readonly texts: Texts | undefined;
  readonly headline: Texts | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, publicMessage: string, options: AppErrorOptions = {}) {
    super(publicMessage, { cause: options.cause });
    this.code = code;
    this.parameter = options.parameter;
    const { forPeople = publicMessage } = options;
    this.forPeople = typeof forPeople === 'string' ? forPeople : forPeople.en;
    this.texts = typeof forPeople === 'string' ? undefined : forPeople;
    this.headline = options.headline;
    this.headers = options.headers ?? {};
  }

  /** Returns the page text in this language; undefined if only English is available. */
  textIn(language: Language): string | undefined {
    return language === 'en' ? this.forPeople : this.texts?.[language];
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
