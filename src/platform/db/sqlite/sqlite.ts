import { DatabaseSync } from 'node:sqlite';
import { type Driver, Kysely, type RawBuilder, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import type { LedgerEngine, OpenDatabase } from '../database.ts';
import { SqliteFile, SqliteFileDriver } from './sqlite-driver.ts';
import { explainOpening, prepareSqliteFile } from './sqlite-file.ts';

const CACHE_KB = 16_000;
/**
 * The time for which SQLite itself waits for a lock, which blocks the whole thread. It may be long while the
 * file is being opened, because no requests are served yet.
 */
const OPENING_BUSY_MS = 15_000;
const SERVING_BUSY_MS = 5;
/**
 * The time for which a statement waits for another process's lock while this process keeps serving requests.
 * A request may wait twice: for the previous batch and for its own.
 */
const REQUEST_LOCK_MS = 3_000;
const LONG_WORK_LOCK_MS = 60_000;
const PROOF_LOCK_MS = 1_000;

interface SqliteOptions {
  /** Overwrites deleted data in the file. */
  readonly overwritesDeleted?: boolean;
  /** The initial content of the database, in SQLite's own format; for `:memory:` only. */
  readonly content?: Uint8Array | undefined;
}

/** Opens the embedded database, or creates it with its owner-only folder; accepts `:memory:`. */
export function openSqlite<Schema>(
  file: string,
  { overwritesDeleted = false, content }: SqliteOptions = {},
): OpenDatabase<Schema> {
  if (file !== ':memory:') prepareSqliteFile(file);
  const sqlite = open(file, overwritesDeleted, content);
  const inMemory = file === ':memory:';
  const shared = new SqliteFile(sqlite);
  const over = (driver: Driver) => new Kysely<Schema>({ dialect: new SqliteFileDialect(driver) });
  const db = over(new SqliteFileDriver(shared, REQUEST_LOCK_MS));
  const longWorkDb = over(new SqliteFileDriver(shared, LONG_WORK_LOCK_MS, { letsOthersFirst: true }));
  return {
    db,
    longWorkDb,
    engine: SQLITE,
    proveWritable: (options) =>
      shared.proveWritable(file, options?.whileOthersWrite === true ? undefined : PROOF_LOCK_MS),
    async close() {
      if (!inMemory) shared.emptyLog();
      await Promise.all([db.destroy(), longWorkDb.destroy()]);
      shared.close();
    },
  };
}

function open(file: string, overwritesDeleted: boolean, content: Uint8Array | undefined): DatabaseSync {
  try {
    const sqlite = connect(file, overwritesDeleted);
    if (content) sqlite.deserialize(content);
    return sqlite;
  } catch (error) {
    throw explainOpening(file, error);
  }
}

/** Opens a connection with the settings that all connections to our files have. Throws SQLite's errors. */
function connect(file: string, overwritesDeleted: boolean): DatabaseSync {
  const sqlite = new DatabaseSync(file, { timeout: OPENING_BUSY_MS });
  try {
    sqlite.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -${CACHE_KB}; pragma journal_size_limit = 16777216`,
    );
    if (overwritesDeleted) sqlite.exec('pragma secure_delete = on');
    sqlite.exec(`pragma busy_timeout = ${SERVING_BUSY_MS}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** A Kysely dialect for a file. Its driver runs one statement at a time. */
export class SqliteFileDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    super({
      database: () => {
        throw new Error('this dialect has a driver of its own');
      },
    });
    this.#driver = driver;
  }

  override createAdapter(): SqliteAdapter {
    return new TurnTakingAdapter();
  }

  override createDriver(): Driver {
    return this.#driver;
  }
}

/**
 * A Kysely adapter for a SQLite file. With Kysely's default adapter, all queries would have to wait while one
 * of them waits for another process's lock.
 */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /**
   * With this, the migrator runs all steps in one transaction and takes the write lock before it looks for
   * work. A process killed midway leaves the database as it was. If two processes start at the same time, the
   * second finds nothing to do.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Builds the condition that the column's value is one of `texts`. */
export function isOneOfTexts(column: string, texts: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`;
}

const SQLITE: LedgerEngine = {
  name: 'sqlite',
  isOneOf: isOneOfTexts,
  inSnapshot: (db, read) =>
    db.connection().execute(async (snapshot) => {
      // Not the driver's `begin`, which takes the write lock: a publication may hold that lock for a minute.
      await sql`begin deferred`.execute(snapshot);
      try {
        return await read(snapshot);
      } finally {
        // Nothing was written. If the read failed, an error here must not hide its cause.
        await sql`rollback`.execute(snapshot).catch(() => {});
      }
    }),
  async lockPublication() {
    // `begin immediate` already holds the only write lock there is.
  },
  async lockName() {
    // The only write lock, which `begin immediate` already holds, is enough.
  },
};
