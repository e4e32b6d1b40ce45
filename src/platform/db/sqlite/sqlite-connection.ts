import { DatabaseSync } from 'node:sqlite';

/** SQLite's own wait for a lock, which blocks the whole thread; long while opening, before anything is served. */
const OPENING_BUSY_MS = 15_000;
const SERVING_BUSY_MS = 5;

export interface ConnectionOptions {
  /** What is deleted is overwritten in the file, too. */
  readonly overwritesDeleted: boolean;
  /** How much of the file stays in memory. */
  readonly cacheKb: number;
}

/** A connection with the settings that every connection to one of our files has. Throws what SQLite throws. */
export function connectSqlite(file: string, { overwritesDeleted, cacheKb }: ConnectionOptions): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: OPENING_BUSY_MS });
  try {
    sqlite.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -${cacheKb}; pragma journal_size_limit = 16777216`,
    );
    if (overwritesDeleted) sqlite.exec('pragma secure_delete = on');
    sqlite.exec(`pragma busy_timeout = ${SERVING_BUSY_MS}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
