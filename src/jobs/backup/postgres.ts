import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { LedgerDb } from '../../platform/db/database.ts';
import { migrateLedger, migrateRegistry } from '../../platform/db/migrate.ts';
import { openLedger, openRegistry } from '../../platform/db/open.ts';
import { DUMPS, dumpOf, type Manifest, RefusedBackup } from './manifest.ts';
import { listMigrations, listTables, type Table } from './postgres-tables.ts';

/** Copies a PostgreSQL as it is at one moment, and back into an empty one: each table a file of COPY's text format. */

type Databases = Manifest['databases'];

/** A dump takes as long as it takes; a server that is away is told at once. */
const CONNECT_WITHIN_MS = 10_000;
const NO_LIMITS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0';

/**
 * Writes every table into a folder, all as of one moment, while others write. `proven` is given the ledger as of that moment, within the
 * same transaction. Throws PostgreSQL's own errors.
 */
export async function dumpPostgres(
  databaseUrl: string,
  options: {
    readonly staged: string;
    readonly withRegistry: boolean;
    readonly proven: (ledgerDb: LedgerDb) => Promise<unknown>;
  },
): Promise<{ readonly databases: Databases; readonly files: readonly string[] }> {
  return connected(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const tables = (await listTables(client)).filter(
      ({ database }) => options.withRegistry || database === 'ledger',
    );
    await mkdir(path.join(options.staged, DUMPS), { mode: 0o700 });
    const counts: Record<Table['database'], Record<string, number>> = { ledger: {}, registry: {} };
    for (const { name, columns, database } of tables) {
      const rows = client.query(
        copyTo(`copy (select ${columns} from ${pg.escapeIdentifier(name)}) to stdout`),
      );
      const to = path.join(options.staged, dumpOf(name));
      await pipeline(rows, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
      counts[database][name] = rows.rowCount;
    }
    const entry = async (database: Table['database']) => ({
      migrations: await listMigrations(client, database),
      counts: counts[database],
    });
    const databases = {
      ledger: await entry('ledger'),
      ...(options.withRegistry ? { registry: await entry('registry') } : {}),
    };
    await options.proven(ledgerOver(client));
    await client.query('commit');
    return { databases, files: tables.map(({ name }) => dumpOf(name)) };
  });
}

/** Throws a sentence when the place has any table: it may be all that somebody has. */
export async function refuseTables(databaseUrl: string): Promise<void> {
  const found = await connected(databaseUrl, (client) => listAllTables(client));
  if (found.length > 0)
    throw new RefusedBackup(
      `A backup is restored only where there is nothing: the database has tables already (${found.slice(0, 3).join(', ')}${found.length > 3 ? ' …' : ''}). ` +
        'Make a new database and let DATABASE_URL name it. Nothing was changed.',
    );
}

/**
 * Makes the tables of this version and fills them from the files, in one transaction. `settle` is called within it, with the ledger as it will
 * be, before it is committed. When anything fails, the tables are removed again.
 */
export async function loadPostgres(
  databaseUrl: string,
  options: {
    readonly staged: string;
    readonly databases: Databases;
    readonly settle: (ledgerDb: LedgerDb) => Promise<void>;
  },
): Promise<void> {
  try {
    await makeTables(databaseUrl);
    await connected(databaseUrl, async (client) => {
      await client.query('begin');
      await fill(client, options.staged, options.databases);
      await options.settle(ledgerOver(client));
      await client.query('commit');
      await client.query('analyze');
    });
  } catch (error) {
    const isRemoved = await connected(databaseUrl, removeTables).then(
      () => true,
      () => false,
    );
    if (!isRemoved)
      throw new Error(
        'The restore failed, and tables that it made are left in the database. Drop the database and make a new one.',
        { cause: error },
      );
    throw error;
  }
}

async function makeTables(databaseUrl: string): Promise<void> {
  const location = { databaseUrl, dataDir: '' };
  const [registry, ledger] = [openRegistry(location), openLedger(location)];
  try {
    await migrateRegistry(registry);
    await migrateLedger(ledger);
  } finally {
    await registry.close();
    await ledger.close();
  }
}

async function fill(client: pg.Client, staged: string, databases: Databases): Promise<void> {
  const tables = await listTables(client);
  // Migrations leave a few rows of their own.
  await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
  for (const { name, columns, database } of tables) {
    const expected = databases[database]?.counts[name];
    if (expected === undefined) {
      if (databases[database]) throw unlike(database, name, 'missing', 'none');
      continue;
    }
    const rows = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${columns}) from stdin`));
    await pipeline(createReadStream(path.join(staged, dumpOf(name))), rows);
    if (rows.rowCount !== expected) throw unlike(database, name, rows.rowCount, expected);
    await setNumbers(client, name);
  }
}

function unlike(database: string, table: string, found: number | string, expected: number | string): Error {
  return new RefusedBackup(
    `The ${database} does not have the rows that the manifest says: ${table} ${found} instead of ${expected}.`,
  );
}

/** What numbers rows goes on behind the last one. */
async function setNumbers(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select attname as column, pg_get_serial_sequence(quote_ident($1), attname) as sequence from pg_attribute
     where attrelid = quote_ident($1)::regclass and attnum > 0 and not attisdropped
       and pg_get_serial_sequence(quote_ident($1), attname) is not null`,
    [table],
  );
  for (const { column, sequence } of rows)
    await client.query(
      `select setval($1, coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1, false) from ${pg.escapeIdentifier(table)}`,
      [sequence],
    );
}

/** Also tables in parts. */
async function listAllTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** Views go with the tables that they read. */
async function removeTables(client: pg.Client): Promise<void> {
  const names = await listAllTables(client);
  if (names.length > 0)
    await client.query(`drop table ${names.map((name) => pg.escapeIdentifier(name)).join(', ')} cascade`);
}

async function connected<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    application_name: 'vendor-compliance backup',
  });
  // A connection that is lost fails the statement under way; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(NO_LIMITS);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The ledger as the client's transaction sees it. */
function ledgerOver(client: pg.Client): LedgerDb {
  const one = Object.assign(client, { release: () => undefined });
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect: async () => one, end: async () => undefined } as never }),
  }) as unknown as LedgerDb;
}
