import { sql } from 'kysely';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import type { LedgerSchema } from '../../src/platform/db/schema/schema-ledger.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import type { TestDatabase } from './engines.ts';

/** Matches the tables that Kysely's migrator creates for itself. */
const OF_MIGRATIONS = /_migration(?:_lock)?$/;

/** Returns the names of the tables that our migrations create. */
export async function ledgerTableNames(): Promise<ReadonlySet<string>> {
  const opened = openSqlite<LedgerSchema>(':memory:');
  await migrateLedger(opened);
  const tables = await opened.db.introspection.getTables();
  await opened.close();
  return new Set(tables.map(({ name }) => name).filter((name) => !OF_MIGRATIONS.test(name)));
}

/**
 * Lists tables and their columns by querying the database itself, because Kysely's introspection does not
 * find columns in PostgreSQL test schemas.
 */
export async function tablesWithColumns({
  db,
  engine,
}: Pick<TestDatabase, 'db' | 'engine'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const columns =
    engine.name === 'sqlite'
      ? sql<Column>`select m.name as table_name, c.name as column_name
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<Column>`select c.table_name, c.column_name from information_schema.columns c
          inner join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
          where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'`;
  const { rows } = await columns.execute(db);
  const tables = Map.groupBy(rows, ({ table_name }) => table_name);
  return new Map(
    [...tables]
      .filter(([name]) => !OF_MIGRATIONS.test(name))
      .map(([name, found]) => [name, found.map(({ column_name }) => column_name).sort()]),
  );
}

interface Column {
  readonly table_name: string;
  readonly column_name: string;
}
