import type pg from 'pg';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openSqlite } from '../../platform/db/sqlite.ts';

/** A table of rows, without the books of the migrations. */
export interface Table {
  readonly name: string;
  /** Those that are stored, in their order; quoted. */
  readonly columns: string;
  readonly database: 'ledger' | 'registry';
}

const BOOKS = /^(?:ledger|registry)_migration(?:_lock)?$/;

/** The tables of the connection's own schema, each behind those that its rows refer to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string; refers: string[] }>(`
    select c.relname as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select f.relname::text from pg_constraint join pg_class f on f.oid = confrelid
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`);
  const ofLedger = await ledgerTables();
  return ordered(rows.filter(({ name }) => !BOOKS.test(name))).map(({ name, columns }) => ({
    ...{ name, columns },
    database: ofLedger.has(name) ? 'ledger' : 'registry',
  }));
}

/** The migrations that a database has, in their order. */
export async function listMigrations(client: pg.Client, database: 'ledger' | 'registry'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${database}_migration order by name`,
  );
  return rows.map(({ name }) => name);
}

/** In PostgreSQL both are in one schema; which table is the ledger's, an empty ledger of SQLite says. */
async function ledgerTables(): Promise<ReadonlySet<string>> {
  const ledger = openSqlite<Record<string, never>>(':memory:');
  try {
    await migrateLedger(ledger as never);
    const tables = await ledger.db.introspection.getTables();
    return new Set(tables.map(({ name }) => name));
  } finally {
    await ledger.close();
  }
}

/** Throws when tables refer to each other in a circle, which no migration has made so far. */
function ordered<Row extends { readonly name: string; readonly refers: readonly string[] }>(
  tables: readonly Row[],
): Row[] {
  const done: Row[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const next = left.filter(({ refers }) => !refers.some((name) => waiting.has(name)));
    if (next.length === 0) throw new Error(`The tables ${[...waiting].join(', ')} refer to each other.`);
    done.push(...next);
    const placed = new Set(next);
    left = left.filter((each) => !placed.has(each));
  }
  return done;
}
