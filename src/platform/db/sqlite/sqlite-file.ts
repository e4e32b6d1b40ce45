import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeForOwner, restrictToOwner } from '../../files/owner-only.ts';

/** The database in the data folder, with SQLite. */
export const LEDGER_FILE = 'ledger.sqlite';
/** Where versions before ledger migration 0027 kept the log of files and what is published. */
export const REGISTRY_FILE = 'registry.sqlite';

/** SQLite's result codes: https://www.sqlite.org/rescode.html */
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
const DATABASE = /\.sqlite(-wal|-shm|-journal)?$/;

/**
 * Creates a database's file before SQLite does, which would make it readable by everybody at first. SQLite gives the files
 * beside it the same access rights.
 */
export function prepareSqliteFile(file: string): void {
  makeForOwner(file);
  for (const each of ['', '-wal', '-shm']) restrictToOwner(`${file}${each}`);
}

/**
 * Restricts every database in the folder to its owner; returns the names of those that others could read. None for a missing
 * folder: opening the databases reports it.
 */
export function restrictDatabases(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => DATABASE.test(name))
    .filter((name) => restrictToOwner(path.join(folder, name)));
}

/** SQLite's error on opening a file, as a sentence with instructions. */
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
