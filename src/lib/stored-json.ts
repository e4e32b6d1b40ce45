/**
 * Marks an error as an error of the database, at any place that throws it: the request may succeed once the
 * database has recovered.
 */
export const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE';

/**
 * The stored value is not what was written, so no answer may use it. The message contains no part of it and
 * can be logged.
 */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
  readonly code = DATABASE_UNAVAILABLE;

  constructor(what: string) {
    super(`The database is damaged (${what}).`);
  }
}

/** Parses JSON that the service stored itself. If the text is invalid, the database lost it. */
export function parseStored<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    // Leaves out the cause, because its message quotes the text.
    throw new DamagedRecord('a stored text is not JSON');
  }
}

/**
 * Returns the result of `read`, or undefined if its data are damaged and the caller can continue without
 * them.
 */
export function unlessDamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}
