import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeForOwner, restrictToOwner } from '../owner-only.ts';

/** SQLite's own numbers: https://www.sqlite.org/rescode.html */
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
const DATABASE = /\.sqlite(-wal|-shm|-journal)?$/;

/**
 * Makes the file of a database before SQLite does, which would let everybody read it until it is restricted. The
 * files that SQLite puts beside it get the same access rights.
 */
export function prepareSqliteFile(file: string): void {
  makeForOwner(file);
  for (const each of ['', '-wal', '-shm']) restrictToOwner(`${file}${each}`);
}

/**
 * Restricts every database in the folder to its owner; returns the names of those that others could read until now.
 * None where there is no such folder: opening the databases says what is wrong with it.
 */
export function restrictDatabases(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => DATABASE.test(name))
    .filter((name) => restrictToOwner(path.join(folder, name)));
}

/** What SQLite says while a file is opened, as a sentence that says what to do. */
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
