import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeForOwner, restrictToOwner } from '../../files/owner-only.ts';

/** The name of the SQLite database in the data folder. */
export const LEDGER_FILE = 'ledger.sqlite';
/** The file in which versions before ledger migration 0027 stored the log of files and the publications. */
export const REGISTRY_FILE = 'registry.sqlite';

/** SQLite's result codes: https://www.sqlite.org/rescode.html */
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
const DATABASE = /\.sqlite(-wal|-shm|-journal)?$/;

/**
 * Creates a database's file before SQLite does, because SQLite would first make it readable by everyone.
 * SQLite gives its other files, such as the log, the same access rights as this one.
 */
export function prepareSqliteFile(file: string): void {
  makeForOwner(file);
  for (const each of ['', '-wal', '-shm']) restrictToOwner(`${file}${each}`);
}

/**
 * Restricts every database in the folder to its owner. Returns the names of the databases that others could
 * read until now. Returns an empty list for a missing folder, which is reported when the databases are
 * opened.
 */
export function restrictDatabases(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => DATABASE.test(name))
    .filter((name) => restrictToOwner(path.join(folder, name)));
}

/** Turns an error from opening a file into one with instructions. Returns an unknown error unchanged. */
export function explainOpening(file: string, error: unknown): unknown {
  switch (error instanceof Error && 'errcode' in error ? error.errcode : undefined) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return new Error(
        `${file} is damaged or no SQLite database. Restore it from a backup (docs/operations.md, "Backups").`,
        { cause: error },
      );
    case SQLITE_FULL:
      return new Error(`The disk with ${file} is full. Free some space and start again.`, { cause: error });
    default:
      return error;
  }
}
