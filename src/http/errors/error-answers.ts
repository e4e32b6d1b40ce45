import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Texts } from '../../lib/language/language.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { findUnavailable } from '../../platform/db/database-unavailable.ts';
import { unknownName } from '../input/parameter-names.ts';
import { AppError } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The public address of the service. */
    readonly baseUrl?: string;
  }
}

/** The fixed text for any server error, which reveals no internals. */
export const INTERNAL_MESSAGE =
  'Something went wrong on our side. Please quote the X-Request-Id of this answer.';
const UNAVAILABLE_MESSAGE =
  'The database is unavailable. Try again in a few seconds; if it stays unavailable, contact the operator.';

/** The time after which a client may retry, in seconds. PostgreSQL takes about this long to restart. */
const RETRY_AFTER_SECONDS = '5';

/**
 * Turns an error into a response: an envelope under /api/v1 or a bare object elsewhere (contract 7). An
 * address with its own error format passes `writeBody`.
 */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  writeBody: (error: AppError, url: string, baseUrl?: string) => string = errorBody,
): FastifyReply {
  const answer = hasHungUp(request) ? new AppError('invalid_body', 'The body broke off.') : toAppError(error);
  if (answer.status === 500) request.log.error({ err: error }, 'request failed');
  logUnavailable(request.log, answer);
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .headers(answer.headers)
    .type('application/json; charset=utf-8')
    .send(writeBody(answer, request.url, request.server.baseUrl));
}

/**
 * Returns true if the client disconnected before its request was complete. That is not a server error, and
 * there is no one to read the response.
 */
export function hasHungUp({ raw }: FastifyRequest): boolean {
  const { errored } = raw;
  return errored !== null && errored !== undefined && 'code' in errored && errored.code === 'ECONNRESET';
}

/** Returns the body of an error in the format of the address. */
export function errorBody(error: AppError, url: string, baseUrl?: string): string {
  const { message, ...others } = errorFields(error, baseUrl);
  return url.startsWith('/api/v1/') || url === '/api/v1'
    ? JSON.stringify({ data: null, meta: null, error: { message, ...others } })
    : JSON.stringify({ error: message, ...others });
}

function docUrlOf({ code }: AppError, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${code}`;
}

/** Returns the fields of an error as they appear in the envelope. */
export function errorFields(error: AppError, baseUrl?: string) {
  const { message, code, parameter } = error;
  return {
    message,
    code,
    ...(parameter === undefined ? {} : { parameter }),
    ...(baseUrl === undefined ? {} : { doc_url: docUrlOf(error, baseUrl) }),
  };
}

function toAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  const invalid = asInvalid(error);
  if (invalid) return invalid;
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large', 'The body is larger than this endpoint accepts.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'The body must be sent as application/json.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_body', 'The body is not valid JSON.');
    case 'FST_ERR_BAD_URL':
      return new AppError('invalid_parameter', 'The address holds a broken percent-encoding.');
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new AppError('unsupported_media_type', 'The body needs a Content-Type.');
  }
  return (
    asUnavailable(error, UNAVAILABLE_MESSAGE) ??
    new AppError('internal_error', INTERNAL_MESSAGE, { cause: error })
  );
}

/** Returns the error for a parameter or body that violates its schema; undefined for any other error. */
export function asInvalid(error: unknown): AppError | undefined {
  if (!(error instanceof Error && 'validation' in error && Array.isArray(error.validation))) return undefined;
  const context = 'validationContext' in error ? error.validationContext : undefined;
  return fromValidation(error.validation[0], typeof context === 'string' ? context : undefined);
}

/** An Ajv error in `verbose` mode. It includes the schema, whose description explains what is accepted. */
export interface ValidationIssue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly parentSchema?: {
    readonly description?: unknown;
    readonly properties?: Readonly<Record<string, { description?: unknown }>>;
  };
}

/** Converts a schema violation into an error that names the parameter. */
export function fromValidation(issue: ValidationIssue | undefined, context: string | undefined): AppError {
  if (!issue) return new AppError('invalid_parameter', 'A parameter is not acceptable.');
  if (context === 'body' && issue.instancePath === '' && issue.keyword === 'type')
    return new AppError('invalid_body', `The body must be a JSON object; it was ${shownInBody(issue.data)}.`);
  const missing = issue.params.missingProperty ?? issue.params.additionalProperty;
  const parameter =
    typeof missing === 'string' ? within(issue.instancePath, missing) : within(issue.instancePath) || 'body';
  const schema = typeof missing === 'string' ? issue.parentSchema?.properties?.[missing] : issue.parentSchema;
  const accepted = typeof schema?.description === 'string' ? ` Accepted: ${schema.description}` : '';
  const where = context === 'body' ? 'field' : context === 'headers' ? 'header' : 'parameter';
  if (issue.keyword === 'required')
    return new AppError('missing_parameter', `The ${where} "${parameter}" is missing.${accepted}`, {
      parameter,
    });
  if (issue.keyword === 'additionalProperties')
    return unknownName(context === 'body' ? 'field' : 'parameter', {
      given: String(missing),
      known: Object.keys(issue.parentSchema?.properties ?? {}),
      path: parameter,
    });
  const was =
    context === 'body' ? (wrongLength(issue, parameter) ?? `was ${shownInBody(issue.data)}`) : undefined;
  return new AppError(
    'invalid_parameter',
    `The ${where} "${parameter}" ${was ?? `was ${shown(issue.data)}`}.${accepted}`,
    { parameter },
  );
}

/** Describes a list that is empty or too long. The entries are named after the field. */
function wrongLength({ keyword, params, data }: ValidationIssue, parameter: string): string | undefined {
  if (!Array.isArray(data)) return undefined;
  if (keyword === 'minItems' && data.length === 0) return 'is empty';
  if (keyword !== 'maxItems') return undefined;
  return `has ${data.length} ${parameter.split('.').at(-1)}; at most ${String(params.limit)} are accepted`;
}

/** Returns the path of a field in the notation that programs use, such as `vendors[3].license_number`. */
function within(instancePath: string, name?: string): string {
  const [first = '', ...rest] = [...instancePath.split('/').slice(1), ...(name === undefined ? [] : [name])];
  return rest.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), first);
}

/**
 * Formats a value from a body, in which a list is an ordinary value. In an address, a list means that a
 * parameter was given more than once.
 */
function shownInBody(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return shown(value);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'given more than once';
  // JSON cannot express Infinity, but an address can.
  if (typeof value === 'number' && !Number.isFinite(value)) return `"${value}"`;
  if (typeof value === 'string') return JSON.stringify(cutText(value));
  return cutText(JSON.stringify(value) ?? 'nothing');
}

/**
 * Returns the error to send if the database is unreachable, full, read-only or too slow; undefined for any
 * other error. Used for both the API and pages.
 */
export function asUnavailable(error: unknown, texts: string | Texts): AppError | undefined {
  const cause = findUnavailable(error);
  const publicMessage = typeof texts === 'string' ? texts : texts.en;
  return (
    cause &&
    new AppError('unavailable', publicMessage, {
      cause,
      forPeople: texts,
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    })
  );
}

/**
 * Logs an outage as one short line for each failed request. The line has no stack trace, because thousands of
 * requests fail in the same way during an outage.
 */
export function logUnavailable(
  log: Pick<FastifyBaseLogger, 'error'>,
  { code, cause }: Pick<AppError, 'code' | 'cause'>,
): void {
  const reason = cause instanceof Error ? cause.message : '';
  if (code === 'unavailable') log.error({ reason }, 'request failed: database unavailable');
  if (code === 'payment_unavailable') log.error({ reason }, 'request failed: payment provider unavailable');
}
