import { cpSync, rmSync } from 'node:fs';
import pg from 'pg';
import type { OpenLedger } from '../../../src/platform/db/database.ts';
import { createPostgresSchema } from '../../../test/support/postgres-schema.ts';
import type { KillRun } from '../scenario.ts';
import { listTables } from './contents.ts';

/** A database that can be restored to a saved state. */
export interface KilledPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  open(): OpenLedger;
  /** Saves the current state, so that it can be restored. No process may have the database open. */
  keep(): Promise<void>;
  restore(): Promise<void>;
  /**
   * Waits until the database has finished all work that a killed process started. Afterward, new ids continue
   * after the last row.
   */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

export function openKilledPlace({ place, dataDir }: KillRun): Promise<KilledPlace> {
  const { DATABASE_URL } = place.settings;
  const both = { dataDir, open: () => place.openLedger() };
  return DATABASE_URL ? onPostgres(both, DATABASE_URL) : onSqlite(both);
}

type Both = Pick<KilledPlace, 'dataDir' | 'open'>;

/** Saves and restores SQLite by copying its files. */
async function onSqlite(both: Both): Promise<KilledPlace> {
  const kept = `${both.dataDir}-kept`;
  const copy = async (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  };
  return {
    ...both,
    databaseUrl: undefined,
    keep: () => copy(both.dataDir, kept),
    restore: () => copy(kept, both.dataDir),
    async settle() {},
    async remove() {},
  };
}

/** Saves the rows of all PostgreSQL tables in a second schema. */
async function onPostgres(both: Both, url: string): Promise<KilledPlace> {
  const kept = await createPostgresSchema(url);
  const program = new URL(url);
  const programName = `import_${schemaOf(url)}`;
  program.searchParams.set('application_name', programName);
  const run = (work: (client: pg.Client) => Promise<void>) => withClient(url, work);
  const settle = () =>
    run(async (client) => {
      const others = 'select count(*)::int as n from pg_stat_activity where application_name = $1';
      while ((await client.query(others, [programName])).rows[0]?.n > 0);
      await alignIds(client);
    });
  return {
    ...both,
    databaseUrl: program.href,
    settle,
    async keep() {
      const tables = await tablesOf(both.open());
      await run(async (client) => {
        for (const table of tables)
          await client.query(`create table ${schemaOf(kept.url)}.${table} as table ${table}`);
      });
    },
    async restore() {
      await settle();
      const tables = await tablesOf(both.open());
      await run((client) => copyBack(client, schemaOf(kept.url), tables));
    },
    remove: kept.drop,
  };
}

async function copyBack(client: pg.Client, kept: string, tables: readonly string[]): Promise<void> {
  await client.query('begin');
  await client.query(`truncate ${tables.join(', ')}`);
  const left = new Set(tables);
  // A table is restored after the tables that it refers to.
  const references = await client.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  while (left.size > 0) {
    const next = [...left].find((table) =>
      references.rows.every(({ from, to }) => from !== table || to === table || !left.has(to)),
    );
    if (!next) throw new Error('The tables refer to each other in a circle.');
    const columns = await client.query<{ list: string }>(
      `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
       where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
      [next],
    );
    const { list } = columns.rows[0] ?? { list: '' };
    await client.query(
      `insert into ${next} (${list}) overriding system value select ${list} from ${kept}.${next}`,
    );
    left.delete(next);
  }
  await alignIds(client);
  await client.query('commit');
}

/**
 * Resets the ids. An uncommitted transaction leaves a gap in them, which is not a difference in the stored
 * data.
 */
async function alignIds(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  );
  for (const { table_name: table, column_name: column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${table}`,
    );
}

async function tablesOf(registry: OpenLedger): Promise<string[]> {
  const tables = await listTables(registry);
  await registry.close();
  return tables;
}

function schemaOf(url: string): string {
  return (
    /search_path=(\w+|"\w+")/
      .exec(new URL(url).searchParams.get('options') ?? '')?.[1]
      ?.replaceAll('"', '') ?? ''
  );
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
