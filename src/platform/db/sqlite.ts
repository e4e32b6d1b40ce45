import { DatabaseSync } from 'node:sqlite';
import { type Driver, Kysely, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import type { LedgerEngine, OpenDatabase, RegistryEngine } from './database.ts';
import { writeShortTerms } from './short-terms.ts';
import { SqliteFile, SqliteFileDriver } from './sqlite-driver.ts';
import { explainOpening, prepareSqliteFile } from './sqlite-file.ts';

/** SQLite's own wait for a lock, which blocks the whole process; long while opening, before anything is served. */
const OPENING_BUSY_MS = 15_000;
const SERVING_BUSY_MS = 5;
/**
 * How long to wait for another process's lock while this process keeps answering. A request may wait twice: for the previous
 * batch and for its own.
 */
const REQUEST_LOCK_MS = 3_000;
const LONG_WORK_LOCK_MS = 60_000;
const PROOF_LOCK_MS = 1_000;

/**
 * Opens (and creates, owner-only folder and all) the embedded database; `:memory:` is accepted. With `overwritesDeleted`, what is deleted
 * is overwritten in the file, too.
 */
export function openSqlite<Schema>(
  file: string,
  { overwritesDeleted = false }: { readonly overwritesDeleted?: boolean } = {},
): OpenDatabase<Schema, RegistryEngine & LedgerEngine> {
  if (file !== ':memory:') prepareSqliteFile(file);
  const sqlite = new DatabaseSync(file, { timeout: OPENING_BUSY_MS });
  try {
    sqlite.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32000; pragma journal_size_limit = 16777216',
    );
    if (overwritesDeleted) sqlite.exec('pragma secure_delete = on');
  } catch (error) {
    sqlite.close();
    throw explainOpening(file, error);
  }
  sqlite.exec(`pragma busy_timeout = ${SERVING_BUSY_MS}`);
  const shared = new SqliteFile(sqlite);
  const over = (lockMs: number) => new Kysely<Schema>({ dialect: new SqliteFileDialect(shared, lockMs) });
  const [db, longWorkDb] = [over(REQUEST_LOCK_MS), over(LONG_WORK_LOCK_MS)];
  return {
    ...{ db, longWorkDb, engine: SQLITE },
    proveWritable: (options) =>
      shared.proveWritable(file, options?.whileOthersWrite === true ? undefined : PROOF_LOCK_MS),
    async close() {
      await Promise.all([db.destroy(), longWorkDb.destroy()]);
      shared.close();
    },
  };
}

/** Kysely's dialect over a file, which itself runs one statement at a time. */
class SqliteFileDialect extends SqliteDialect {
  readonly #file: SqliteFile;
  readonly #lockMs: number;

  constructor(file: SqliteFile, lockMs: number) {
    super({
      database: () => {
        throw new Error('this dialect has a driver of its own');
      },
    });
    this.#file = file;
    this.#lockMs = lockMs;
  }

  override createAdapter(): SqliteAdapter {
    return new TurnTakingAdapter();
  }

  override createDriver(): Driver {
    return new SqliteFileDriver(this.#file, this.#lockMs);
  }
}

/** What Kysely may ask of a SQLite file. Its own queue would block the connection while waiting for another process's lock. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /**
   * The migrator then runs all steps in one transaction, which takes the write lock before it asks what is to be done. A
   * process killed midway leaves the database as it was, and of two that start at once the second one finds nothing to do.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const SQLITE: RegistryEngine & LedgerEngine = {
  name: 'sqlite',
  async createTextIndex(db) {
    await sql`create virtual table vendor_text using fts5(search_text, content='vendors',
      content_rowid='position', tokenize='trigram case_sensitive 1')`.execute(db);
  },
  async refreshTextIndex(tx) {
    await writeShortTerms(tx);
    await sql`insert into vendor_text(vendor_text) values ('rebuild')`.execute(tx);
  },
  containsAll(terms) {
    // Trigrams need three characters; a shorter term is searched in the rows themselves.
    const long = terms.filter((term) => [...term].length >= 3);
    const conditions = terms
      .filter((term) => !long.includes(term))
      .map((term) => sql`search_text like '%' || ${term} || '%'`);
    const match = long.map((term) => `"${term}"`).join(' AND ');
    if (long.length > 0)
      conditions.push(sql`position in (select rowid from vendor_text where vendor_text match ${match})`);
    return sql.join(conditions, sql` and `);
  },
  isOneOf(column, texts) {
    return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`;
  },
  inSnapshot: (db, read) =>
    db.connection().execute(async (snapshot) => {
      // Not `begin`, which takes the write lock here; a publication may hold it for a minute.
      await sql`begin deferred`.execute(snapshot);
      try {
        return await read(snapshot);
      } finally {
        // Nothing was written. If the read failed, an error at the end must not hide its cause.
        await sql`rollback`.execute(snapshot).catch(() => {});
      }
    }),
  async lockPublication() {
    // `begin immediate` already holds the only write lock there is.
  },
  async lockName() {
    // As above.
  },
};
