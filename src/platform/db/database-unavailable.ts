import { DATABASE_UNAVAILABLE } from '../../lib/stored-json.ts';

/** Recognizes errors which mean that the database itself is unavailable, for any kind of statement. */

/**
 * `locked`: another process holds the write lock. `slow`: no response within the time limit. `damaged`: the
 * file is corrupt, so a backup is needed.
 */
type Condition = 'away' | 'full' | 'read_only' | 'locked' | 'slow' | 'broken' | 'damaged';

/**
 * The database is unreachable, full, read-only or too slow; the same request may succeed later. The message
 * has the engine's own code and no values, so it is safe to log.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** A separate marker, because an error from a worker thread has lost its class. */
  readonly code = DATABASE_UNAVAILABLE;
  readonly condition: Condition;

  constructor(condition: Condition, engineCode: string, options: { cause?: unknown } = {}) {
    super(`The database ${WORDS[condition]} (${engineCode}).`, options);
    this.condition = condition;
  }
}

const WORDS: Readonly<Record<Condition, string>> = {
  away: 'cannot be reached',
  full: 'is out of space',
  read_only: 'is read-only',
  locked: 'is locked by another process',
  slow: 'did not answer in time',
  broken: 'cannot read or write its files',
  damaged: 'is damaged',
};

/** Returns the first error in the chain of causes that means the database is unavailable, or undefined. */
export function findUnavailable(error: unknown): Error | undefined {
  for (let [each, depth]: [unknown, number] = [error, 0]; each instanceof Error && depth < 8; depth += 1) {
    if ('code' in each && each.code === DATABASE_UNAVAILABLE) return each;
    each = each.cause;
  }
  return undefined;
}

/** Keyed by PostgreSQL's error class: the first two characters of the code. */
const POSTGRES_CLASSES: Readonly<Record<string, Condition>> = { '08': 'away', '53': 'full', '58': 'broken' };
const POSTGRES_CODES: Readonly<Record<string, Condition>> = {
  '25006': 'read_only',
  '25P03': 'slow',
  '53200': 'slow',
  '53300': 'slow',
  '55P03': 'slow',
  '57014': 'slow',
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '57P05': 'away',
  XX001: 'damaged',
  XX002: 'damaged',
};
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
  'ECONNABORTED',
]);
/** The driver's errors that have a message but no code, each with our condition and a description. */
const DRIVER_MESSAGES: readonly (readonly [start: string, condition: Condition, word: string])[] = [
  ['timeout exceeded when trying to connect', 'slow', 'no connection was free'],
  ['timeout expired', 'slow', 'connecting took too long'],
  ['Connection terminated due to connection timeout', 'slow', 'connecting took too long'],
  ['Query read timeout', 'slow', 'no answer to a statement'],
  ['Connection terminated', 'away', 'the connection was lost'],
  ['Client has encountered a connection error', 'away', 'the connection was lost'],
  ['Client was closed', 'away', 'the connection was closed'],
];

/**
 * Wraps an error from PostgreSQL or its driver if it means that the database is unavailable. Returns any
 * other error unchanged.
 */
export function asPostgresUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const condition =
    POSTGRES_CODES[code] ?? (code.length === 5 ? POSTGRES_CLASSES[code.slice(0, 2)] : undefined);
  if (condition) return new DatabaseUnavailable(condition, code, { cause: error });
  // An internal error in a statement may be our bug, but an error that ends the connection is not.
  if (code === 'XX000' && 'severity' in error && ['FATAL', 'PANIC'].includes(String(error.severity)))
    return new DatabaseUnavailable('broken', code, { cause: error });
  if (NETWORK_CODES.has(code)) return new DatabaseUnavailable('away', code, { cause: error });
  const known = DRIVER_MESSAGES.find(([start]) => error.message.startsWith(start));
  return known ? new DatabaseUnavailable(known[1], known[2], { cause: error }) : error;
}

/** SQLite's result codes; the lowest byte of an extended code is its primary code. */
const SQLITE_CONDITIONS: Readonly<Record<number, readonly [name: string, condition: Condition]>> = {
  5: ['SQLITE_BUSY', 'locked'],
  6: ['SQLITE_LOCKED', 'locked'],
  8: ['SQLITE_READONLY', 'read_only'],
  10: ['SQLITE_IOERR', 'broken'],
  11: ['SQLITE_CORRUPT', 'damaged'],
  13: ['SQLITE_FULL', 'full'],
  14: ['SQLITE_CANTOPEN', 'broken'],
  26: ['SQLITE_NOTADB', 'damaged'],
};

/**
 * Wraps an error from SQLite if it means that the database is unavailable. Returns any other error unchanged.
 */
export function asSqliteUnavailable(error: unknown): unknown {
  const known = SQLITE_CONDITIONS[sqliteCode(error)];
  return known ? new DatabaseUnavailable(known[1], known[0], { cause: error }) : error;
}

function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}
