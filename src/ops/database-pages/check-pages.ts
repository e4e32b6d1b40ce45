import { DatabaseSync } from 'node:sqlite';

/** Up to this size a look compares every index with its table as well; beyond, it would read the file for too long. */
const WHOLE_BYTES_MAX = 2_000_000_000;

/** How a look was made: `whole` compares indexes with tables, `quick` looks at the pages alone. */
export type Look = 'whole' | 'quick';

export function lookFor(bytes: number): Look {
  return bytes <= WHOLE_BYTES_MAX ? 'whole' : 'quick';
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. Anything else, such as a lock or no memory, says nothing of the file. */
const DAMAGED = [11, 26];

/** Whether SQLite finds a file sound. Reads all of it; writes nothing. Throws when it could not look. */
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
    // The lowest byte is the kind, the others tell kinds of it apart.
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (DAMAGED.includes(code)) return false;
    // Its message may quote what is inside.
    throw new Error(`SQLite could not look (${code})`);
  }
}
