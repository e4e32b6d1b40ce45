import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Db, Engine, OpenDatabase, Tx } from './database.ts';
import type { DatabaseSchema } from './schema.ts';

const CONNECTIONS_MAX = 10;
const PUBLICATION_LOCK = 7_319_204;

/** A pool on an existing PostgreSQL (13 or newer, with the pg_trgm extension available). */
export function openPostgres(connectionString: string): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser },
  });
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool }) });
  return { db, engine: POSTGRES, close: () => db.destroy() };
}

/** Counts and sums arrive as numbers: none of ours comes near 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text');

const POSTGRES: Engine = {
  name: 'postgres',
  async createTextIndex(db: Db) {
    await sql`create extension if not exists pg_trgm with schema public`.execute(db);
    await sql`create index vendors_search_text on vendors using gin (search_text public.gin_trgm_ops)`.execute(
      db,
    );
  },
  async refreshTextIndex(tx: Tx) {
    await sql`analyze vendors`.execute(tx);
  },
  containsAll(terms) {
    return sql.join(
      terms.map((term) => sql`search_text like '%' || ${term} || '%'`),
      sql` and `,
    );
  },
  isOneOf(column, texts) {
    return sql<boolean>`${sql.ref(column)} = any(${[...texts]}::text[])`;
  },
  async lockPublication(tx: Tx) {
    await sql`select pg_advisory_xact_lock(${PUBLICATION_LOCK})`.execute(tx);
  },
};
