import { DatabaseSync } from 'node:sqlite';

/**
 * Up to this size, a check also compares every index with its table; for larger files, that would take too
 * long.
 */
const WHOLE_BYTES_MAX = 2_000_000_000;

/** The kind of check: `whole` compares indexes with tables, `quick` only checks the pages. */
export type Look = 'whole' | 'quick';

export function lookFor(bytes: number): Look {
  return bytes <= WHOLE_BYTES_MAX ? 'whole' : 'quick';
}

/**
 * SQLITE_CORRUPT and SQLITE_NOTADB. Any other code, such as for a lock or a lack of memory, is unrelated to
 * the state of the file.
 */
const DAMAGED = [11, 26];

/**
 * Returns true if SQLite finds no damage in a file. Reads all of it; writes nothing. Throws if the check
 * could not run.
 */
export function isSound(file: string, look: Look): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      const [statement, column] =
        look === 'whole'
          ? ['pragma integrity_check(1)', 'integrity_check']
          : ['pragma quick_check(1)', 'quick_check'];
      return database.prepare(statement).get()?.[column] === 'ok';
    } finally {
      database.close();
    }
  } catch (error) {
    // The lowest byte is the kind of error, and the higher bytes are its variants.
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (DAMAGED.includes(code)) return false;
    // Do not include the original message, which may quote data from the file.
    throw new Error(`SQLite could not look (${code})`);
  }
}
