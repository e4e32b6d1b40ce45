/**
 * Makes errors safe to log, because the log must not contain a value that a user sent. PostgreSQL repeats
 * values in `detail`, `where`, `hint` and the message. SQLite and JSON.parse repeat values in the message,
 * and libraries in other fields.
 */

/**
 * Fields that contain only names or codes from our code or the system, never a user's value. All other fields
 * are left out.
 */
const FIELDS = [
  'code',
  'errcode',
  'errstr',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'errno',
  'syscall',
  'status',
  'statusCode',
  'condition',
  'part',
] as const;
const MESSAGE_LENGTH_MAX = 500;
const FRAMES_MAX = 30;
const CAUSES_MAX = 6;
/**
 * The PostgreSQL error classes whose messages quote only our names, such as constraints, tables, columns and
 * users. Messages of all other classes, especially 22 (data exception), may quote a value.
 */
const NAMING_CLASSES = new Set(['08', '23', '25', '28', '3D', '40', '42', '53', '55', '57']);
/** The code for a syntax error, whose message quotes part of the statement. */
const SYNTAX_ERROR = '42601';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
  readonly errors?: readonly LoggedError[];
  readonly [field: string]: unknown;
}

/** Converts an error and its causes for the log. If the value is not an error, only its type is logged. */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: error === null ? 'null' : typeof error, message: 'not an error', stack: '' };
  const message = safeMessage(error);
  const continues = depth < CAUSES_MAX;
  return {
    type: error.constructor.name,
    message,
    stack: framesOf(error),
    ...fieldsOf(error),
    ...(continues && error.cause instanceof Error ? { cause: toLoggedError(error.cause, depth + 1) } : {}),
    ...(continues && error instanceof AggregateError
      ? { errors: error.errors.slice(0, CAUSES_MAX).map((each) => toLoggedError(each, depth + 1)) }
      : {}),
  };
}

/** Returns an error's message without values. */
export function safeMessage(error: Error): string {
  const struck = quotesValues(error)
    ? error.message.replace(/".*"/s, '"…"').replace(/\b0x[0-9a-f]+(?: 0x[0-9a-f]+)*/gi, '…')
    : error.message;
  return struck.slice(0, MESSAGE_LENGTH_MAX);
}

function quotesValues(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isPostgres = 'severity' in error && /^[0-9A-Z]{5}$/.test(code);
  if (isPostgres) return code === SYNTAX_ERROR || !NAMING_CLASSES.has(code.slice(0, 2));
  // If a request is answered twice, Fastify's message quotes the request's address.
  return ['ERR_SQLITE_ERROR', 'FST_ERR_REP_ALREADY_SENT'].includes(code) || error instanceof SyntaxError;
}

function fieldsOf(error: Error): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const field of FIELDS) {
    const value: unknown = Reflect.get(error, field);
    if (typeof value === 'number' || (typeof value === 'string' && value.length <= 200)) found[field] = value;
  }
  return found;
}

/**
 * Returns the stack frames. The lines before the first frame repeat the message, which may have many lines.
 */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const frames = (at < 0 ? '' : stack.slice(at + message.length)).split('\n');
  return frames
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, FRAMES_MAX)
    .join('\n');
}
