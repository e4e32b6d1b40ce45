import {
  type DatabaseIntrospector,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
} from 'kysely';
import pg from 'pg';
import type { LedgerEngine, OpenDatabase } from '../database.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import {
  createPool,
  FirstCauseDriver,
  LONG_WORK_LIMITS,
  type PoolLimits,
  REQUEST_LIMITS,
} from './postgres-pool.ts';

const PUBLICATION_LOCK = 7_319_204;
/**
 * The free space, in kilobytes, that the write probe needs on the server's disk. It is more than the probe's
 * sort memory, so that the sort has to use the disk.
 */
const PROBE_KB = 256;

/**
 * Opens an existing PostgreSQL database (version 13 or newer). Long work has its own connections, which are
 * opened when first needed, so that it has longer time limits and never competes with requests.
 */
export function openPostgres<Schema>(
  connectionString: string,
  limits: PoolLimits = REQUEST_LIMITS,
): OpenDatabase<Schema> {
  const open = (each: PoolLimits) =>
    new Kysely<Schema>({
      dialect: new OwnSchemaDialect(createPool(connectionString, each, { getTypeParser })),
    });
  const db = open(limits);
  const longWorkDb = open(LONG_WORK_LIMITS);
  return {
    db,
    longWorkDb,
    engine: POSTGRES,
    proveWritable: () => proveWritable(db),
    async close() {
      await Promise.all([db.destroy(), longWorkDb.destroy()]);
    },
  };
}

/**
 * Checks that the server can write. A full disk causes an error only when a file grows, so a sort is made to
 * spill into a temporary file. The logical message goes only to the write-ahead log, so its commit waits for
 * the disk like a request's commit but does not leave a dead row.
 */
async function proveWritable<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ read_only: string }>`
      select current_setting('transaction_read_only') as read_only`.execute(tx);
    if (rows[0]?.read_only === 'on') throw new DatabaseUnavailable('read_only', 'transaction_read_only');
    await sql`set local work_mem = '64kB'`.execute(tx);
    await sql`select count(*) from (select repeat('x', 1024) || n as x from generate_series(1, ${PROBE_KB}::int) n
      order by x desc offset 0) spilled`.execute(tx);
    await sql`select pg_logical_emit_message(true, 'readyz', '')`.execute(tx);
  });
}

/**
 * A dialect that reads only the tables of its own schema. Kysely's introspection, which runs before
 * migrations, reads all schemas and fails if one of them is dropped at the same time.
 */
class OwnSchemaDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new FirstCauseDriver({ pool: this.#pool });
  }

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

/** Parses counts and sums as numbers; ours are far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text');

const POSTGRES: LedgerEngine = {
  name: 'postgres',
  isOneOf(column, texts) {
    return sql<boolean>`${sql.ref(column)} = any(${[...texts]}::text[])`;
  },
  inSnapshot: (db, read) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read),
  async lockPublication(tx) {
    await sql`select pg_advisory_xact_lock(${PUBLICATION_LOCK})`.execute(tx);
  },
  async lockName(tx, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  },
};
