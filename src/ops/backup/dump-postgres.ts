import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { LedgerDb } from '../../platform/db/database.ts';
import { DUMP, type Manifest, RefusedBackup } from './backup-manifest.ts';
import { runTool, toolEnvironment } from './postgres-tools.ts';

/**
 * Dumps a consistent snapshot of the service's PostgreSQL schema, and restores it into an empty one, with
 * PostgreSQL's own programs.
 */

/**
 * The time limit for connecting, so that an unreachable server is reported quickly. The dump itself has no
 * time limit here.
 */
const CONNECT_WITHIN_MS = 10_000;
const NO_LIMITS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0';

/**
 * Writes a consistent snapshot of the schema into a folder while others write to the database. Calls `proven`
 * with the ledger in the same snapshot. Throws PostgreSQL's own errors, or an error with an explanation if
 * pg_dump is missing or fails.
 */
export async function dumpPostgres(
  databaseUrl: string,
  options: {
    readonly staged: string;
    readonly proven: (ledgerDb: LedgerDb) => Promise<unknown>;
  },
): Promise<Pick<Manifest, 'databases' | 'schema'>> {
  return connected(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const described = await describe(client);
    await options.proven(ledgerOver(client));
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const schema = pg.escapeIdentifier(described.schema);
    await runTool(
      'pg_dump',
      ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`, `--schema=${schema}`],
      {
        environment: toolEnvironment(databaseUrl, options.staged),
        to: path.join(options.staged, DUMP),
      },
    );
    await client.query('commit');
    return described;
  });
}

/** Throws if the database has any table, because that table may be the owner's only copy. */
export async function refuseTables(databaseUrl: string): Promise<void> {
  const found = await connected(databaseUrl, listTables);
  if (found.length > 0)
    throw new RefusedBackup(
      `A backup is restored only where there is nothing: the database has tables already (${found.slice(0, 3).join(', ')}${found.length > 3 ? ' …' : ''}). ` +
        'Make a new database and let DATABASE_URL name it. Nothing was changed.',
    );
}

/**
 * Restores a dump in one transaction, and then lets `check` inspect the ledger. If anything fails, the tables
 * are removed again. Throws an error with an explanation if the dump is from another schema.
 */
export async function loadPostgres(
  databaseUrl: string,
  options: {
    readonly staged: string;
    readonly schema: string;
    readonly check: (ledgerDb: LedgerDb) => Promise<void>;
  },
): Promise<void> {
  const { staged, schema } = options;
  await connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string | null }>('select current_schema() as name');
    if (rows[0]?.name !== schema)
      throw new RefusedBackup(
        `The backup is of the schema ${schema}: create it in the database, and let it be the first of the search path.`,
      );
  });
  try {
    await runTool(
      'pg_restore',
      [
        // The address is empty because all its parts are in the environment.
        '--dbname=postgres://',
        '--single-transaction',
        '--exit-on-error',
        '--no-owner',
        '--no-privileges',
        // Without this, the schema itself would also be created.
        `--schema=${schema}`,
      ],
      { environment: toolEnvironment(databaseUrl, staged), from: path.join(staged, DUMP) },
    );
    await connected(databaseUrl, async (client) => {
      await options.check(ledgerOver(client));
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

/** Runs pg_dump without dumping anything. Returns the problem and its remedy, or undefined if it works. */
export async function findDumpProblem(databaseUrl: string): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pg_dump-'));
  try {
    const environment = toolEnvironment(databaseUrl, folder);
    const to = path.join(folder, DUMP);
    await runTool('pg_dump', ['--schema-only', '--exclude-schema=*'], { environment, to });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns the manifest's content. Only receipts are counted, because pg_restore restores every row or none.
 */
async function describe(client: pg.Client) {
  const done = await client.query<{ name: string }>('select name from ledger_migration order by name');
  const { rows } = await client.query<{ schema: string; receipts: number }>(
    'select current_schema() as schema, count(*)::integer as receipts from receipts',
  );
  const { schema = '', receipts = 0 } = rows[0] ?? {};
  const migrations = done.rows.map(({ name }) => name);
  return { schema, databases: { ledger: { migrations, counts: { receipts } } } };
}

/** Lists all tables, including partitioned ones. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** Drops the tables, and the views that depend on them. */
async function removeTables(client: pg.Client): Promise<void> {
  const names = await listTables(client);
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
    keepAlive: true,
  });
  // A lost connection fails its current statement; without a listener, it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(NO_LIMITS);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the ledger as seen by the client's transaction. */
function ledgerOver(client: pg.Client): LedgerDb {
  const one = Object.assign(client, { release: () => undefined });
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect: async () => one, end: async () => undefined } as never }),
  }) as unknown as LedgerDb;
}
