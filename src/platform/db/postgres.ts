import { type DatabaseIntrospector, Kysely, PostgresDialect, sql } from 'kysely';
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
  const db = new Kysely<DatabaseSchema>({ dialect: new OwnSchemaDialect({ pool }) });
  return { db, engine: POSTGRES, close: () => db.destroy() };
}

/**
 * Sees the tables of its own schema alone. Kysely's own introspection, which migrations begin with, reads every column
 * of all schemas, and fails when somebody drops one of them meanwhile.
 */
class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const all = super.createIntrospector(db);
    const getTables: DatabaseIntrospector['getTables'] = async () => {
      const found = await sql<{ schema: string; name: string; isView: boolean }>`
        select n.nspname as schema, c.relname as name, c.relkind = 'v' as "isView"
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = current_schema() and c.relkind in ('r', 'v', 'p') order by c.relname`.execute(db);
      return found.rows.map((row) => ({ ...row, isForeign: false, columns: [] }));
    };
    return { getSchemas: () => all.getSchemas(), getTables };
  }
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
  inSnapshot: (db, read) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
  async lockPublication(tx: Tx) {
    await sql`select pg_advisory_xact_lock(${PUBLICATION_LOCK})`.execute(tx);
  },
};
