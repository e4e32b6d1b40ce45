/**
 * The code that marks an error as a database error, wherever it is thrown. The request may succeed once the
 * database has recovered.
 */
export const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE';

/**
 * The error for a stored value that is damaged and must not be used in a response. The message contains no
 * part of the value, so it can be logged.
 */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
  readonly code = DATABASE_UNAVAILABLE;

  constructor(what: string) {
    super(`The database is damaged (${what}).`);
  }
}

/** Parses JSON that the service stored itself. If the text is invalid, the database is damaged. */
export function parseStored<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    // Omit the cause, because its message quotes the text.
    throw new DamagedRecord('a stored text is not JSON');
  }
}

/**
 * Returns the result of `read`, or undefined if its data is damaged, for callers that can continue without
 * it.
 */
export function unlessDamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}
