/** What marks an error as one of the database, whoever throws it: the request may succeed once the database is well. */
export const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE';

/** What is stored is not what was stored: no answer may be made of it. The message has no part of it, so it can be logged. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
  readonly code = DATABASE_UNAVAILABLE;

  constructor(what: string) {
    super(`The database is damaged (${what}).`);
  }
}

/** JSON text that the service stored itself: where it is none, the database lost it. */
export function parseStored<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    // Without the cause, whose message quotes the text.
    throw new DamagedRecord('a stored text is no JSON');
  }
}

/** What `read` gives; undefined where what it reads is damaged, which is no reason to stop. */
export function unlessDamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedRecord) return undefined;
    throw error;
  }
}
