import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import type { Db, Engine, OpenDatabase, Tx } from './database.ts';
import type { DatabaseSchema } from './schema.ts';

const STATEMENTS_MAX = 500;
const BUSY_TIMEOUT_MS = 15_000;

/** Opens (and creates, owner-only folder and all) the embedded database; `:memory:` is accepted. */
export function openSqlite(file: string): OpenDatabase {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  sqlite.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -32000; pragma journal_size_limit = 16777216',
  );
  const db = new Kysely<DatabaseSchema>({ dialect: new SqliteDialect({ database: adapt(sqlite) }) });
  return { db, engine: SQLITE, close: () => db.destroy() };
}

/** node:sqlite in the shape that Kysely's dialect asks for, with each statement prepared once. */
function adapt(sqlite: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const prepare = (text: string): SqliteStatement => {
    let statement = statements.get(text);
    if (!statement) {
      // A transaction that writes takes the write lock at once: it then waits instead of failing midway.
      statement = toKyselyStatement(sqlite.prepare(text === 'begin' ? 'begin immediate' : text));
      if (statements.size >= STATEMENTS_MAX) statements.clear();
      statements.set(text, statement);
    }
    return statement;
  };
  return { prepare, close: () => sqlite.close() };
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

/** Kysely types parameters as unknown; every column of ours is text, number or null. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

const SQLITE: Engine = {
  name: 'sqlite',
  async createTextIndex(db: Db) {
    await sql`create virtual table vendor_text using fts5(search_text, content='vendors',
      content_rowid='position', tokenize='trigram case_sensitive 1')`.execute(db);
  },
  async refreshTextIndex(tx: Tx) {
    await sql`insert into vendor_text(vendor_text) values ('rebuild')`.execute(tx);
  },
  containsAll(terms) {
    // Trigrams need three characters; a shorter term is looked for in the rows themselves.
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
      // Not `begin`, which takes the write lock here: a publication may hold that for a minute.
      await sql`begin deferred`.execute(snapshot);
      try {
        return await read(snapshot);
      } finally {
        await sql`commit`.execute(snapshot);
      }
    }),
  async lockPublication() {
    // `begin immediate` already holds the only write lock there is.
  },
};
