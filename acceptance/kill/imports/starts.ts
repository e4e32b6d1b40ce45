import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { listEveryPublishedFile } from '../../../src/intake/log/files-store.ts';
import type { OpenLedger } from '../../../src/platform/db/database.ts';
import { openLedger } from '../../../src/platform/db/open.ts';
import { createPostgresSchema } from '../../../test/support/postgres-schema.ts';
import { readRowsInForce } from '../../../test/support/rows-in-force.ts';
import { type Contents, differing, listTables, readContents } from './contents.ts';
import type { StartStep } from './steps.ts';

/**
 * Starts that bring the database up to date, and kills of them: of a first start, on an empty database, and of an upgrade,
 * on the tables of an earlier version with rows in them. What is left must be the database as it was, or as an undisturbed
 * start leaves it, in its tables, columns and rows; and the next start must make the latter of it.
 */
const CHILD = path.join(import.meta.dirname, 'start-child.ts');
const MIGRATIONS = path.join(import.meta.dirname, '../../../src/platform/db/migrations');
/** The steps after it rebuild columns with rows in them, views and an index. */
const EARLIER_VERSION = '0005-rows-by-file';
/** What the steps after it change, each table behind those that it refers to. */
const TABLES = ['import_runs', 'import_files', 'vendors', 'vendor_records'];
const ROWS_AT_ONCE = 100;
const TRIES_MAX = 60;
const BOOKKEEPING = /^registry_migration/;

interface StartPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Resolves when nothing of a killed start works in the database any more. */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

export interface Starts {
  /** Kills one start within the step, and says what is wrong with what it left, or after the next start. */
  killIn(step: StartStep, random: () => number): Promise<{ problem: string | undefined; isAfter: boolean }>;
}

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>;

/** Undisturbed starts come first, to compare with. The upgraded rows are those of the database that is given. */
export async function prepareStarts(
  folder: string,
  postgresUrl: string | undefined,
  filled: OpenLedger,
): Promise<Starts> {
  const rows = await readRows(filled);
  const make = async (step: StartStep): Promise<StartPlace> => {
    const place = postgresUrl ? await postgresStart(folder, postgresUrl) : sqliteStart(folder);
    if (step === 'upgrading') await withRegistry(place, (registry) => makeEarlier(registry, rows));
    return place;
  };
  const references = new Map<StartStep, { before: Contents; after: Contents; tookMs: number }>();
  for (const step of ['starting', 'upgrading'] as const) {
    const place = await make(step);
    const before = await look(place);
    const { tookMs } = await start(place);
    references.set(step, { before, after: await look(place), tookMs });
    await place.remove();
  }
  return {
    async killIn(step, random) {
      const reference = references.get(step);
      if (!reference) throw new Error(`Nothing to compare ${step} with.`);
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const place = await make(step);
        const { isKilledWithin } = await start(place, random() * reference.tookMs);
        await place.settle();
        const result = isKilledWithin ? await inspect(place, reference) : undefined;
        await place.remove();
        if (result) return result;
      }
      throw new Error(`No start could be killed while ${step}.`);
    },
  };
}

async function inspect(place: StartPlace, { before, after }: { before: Contents; after: Contents }) {
  const left = await look(place);
  const offBefore = differing(left, before);
  const offAfter = differing(left, after);
  const isAfter = offAfter.length === 0;
  if (!isAfter && offBefore.length > 0)
    return {
      problem: `unlike before: ${offBefore.join(', ')}; unlike after: ${offAfter.join(', ')}`,
      isAfter,
    };
  await start(place);
  const off = differing(await look(place), after);
  return {
    problem: off.length > 0 ? `started again, unlike undisturbed: ${off.join(', ')}` : undefined,
    isAfter,
  };
}

/** Starts in a process of its own, which tells when it begins and when it has ended. */
async function start(
  { dataDir, databaseUrl }: StartPlace,
  killAfterMs?: number,
): Promise<{ isKilledWithin: boolean; tookMs: number }> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ dataDir, databaseUrl })], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const channel = child.stdio[3];
  if (!(channel instanceof Readable)) throw new Error('The start has no channel.');
  const told: number[] = [];
  createInterface(channel).on('line', () => {
    told.push(performance.now());
    if (told.length === 1 && killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  });
  await once(child, 'close');
  const isKilled = child.signalCode === 'SIGKILL';
  if (!isKilled && child.exitCode !== 0) throw new Error(`The start ended with ${child.exitCode}.`);
  const [began = 0, ended = 0] = told;
  return { isKilledWithin: isKilled && told.length === 1, tookMs: ended - began };
}

/** Tables, columns and rows, and which steps are noted as done; not when they were. */
async function look(place: StartPlace): Promise<Contents> {
  return withRegistry(place, async (registry) => {
    const contents = new Map(
      [...(await readContents(registry))].filter(([table]) => !BOOKKEEPING.test(table)),
    );
    for (const table of await listTables(registry))
      if (!BOOKKEEPING.test(table)) contents.set(`columns of ${table}`, await columnsOf(registry, table));
    contents.set('steps done', await stepsDone(registry));
    return contents;
  });
}

async function columnsOf({ db, engine }: OpenLedger, table: string): Promise<string> {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<Record<string, unknown>>`select * from pragma_table_info(${table})`.execute(db)
      : await sql<Record<string, unknown>>`select column_name, data_type, is_nullable, column_default
          from information_schema.columns where table_schema = current_schema() and table_name = ${table}
          order by ordinal_position`.execute(db);
  return JSON.stringify(rows).replaceAll(/"test_\w+"/g, 'schema');
}

async function stepsDone(registry: OpenLedger): Promise<string> {
  if (!(await listTables(registry)).includes('registry_migration')) return '';
  const { rows } = await sql<{ name: string }>`select name from registry_migration order by name`.execute(
    registry.db,
  );
  return rows.map(({ name }) => name).join();
}

async function makeEarlier(registry: OpenLedger, rows: Rows): Promise<void> {
  const { db, engine } = registry;
  const migrations: Record<string, Migration> = {};
  for (const file of readdirSync(MIGRATIONS).filter((name) => /^\d{4}-.*(?<!\.test)\.ts$/.test(name))) {
    const step: { up: (db: unknown, engine: unknown) => Promise<void> } = await import(
      path.join(MIGRATIONS, file)
    );
    migrations[file.slice(0, -'.ts'.length)] = { up: (connection) => step.up(connection, engine) };
  }
  const { rows: named } =
    engine.name === 'postgres'
      ? await sql<{ name: string }>`select current_schema() as name`.execute(db)
      : { rows: [] };
  const place = named[0] ? { migrationTableSchema: named[0].name } : {};
  const names = {
    migrationTableName: 'registry_migration',
    migrationLockTableName: 'registry_migration_lock',
  };
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider, ...names, ...place }).migrateTo(EARLIER_VERSION);
  if (error) throw error;
  for (const [table, all] of rows) {
    const own = await namesOfColumns(registry, table);
    for (let at = 0; at < all.length; at += ROWS_AT_ONCE)
      await insert(registry, table, own, all.slice(at, at + ROWS_AT_ONCE));
  }
}

async function insert(
  { db, engine }: OpenLedger,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const used = columns.filter((column) => rows[0] && column in rows[0]);
  // The earlier version has no unknown counts.
  const value = (row: Record<string, unknown>, column: string) =>
    COUNTS.has(column) && table === 'visit_rows' ? (row[column] ?? 0) : row[column];
  const lists = rows.map((row) => sql`(${sql.join(used.map((column) => sql`${value(row, column)}`))})`);
  const own = sql.raw(engine.name === 'postgres' ? 'overriding system value' : '');
  await sql`insert into ${sql.table(table)} (${sql.join(used.map((each) => sql.ref(each)))}) ${own}
    values ${sql.join(lists)}`.execute(db);
}

const COUNTS = new Set(['total', 'high_priority', 'intermediate', 'basic']);

async function namesOfColumns({ db, engine }: OpenLedger, table: string): Promise<string[]> {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
      : await sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(
          db,
        );
  return rows.map(({ name }) => name);
}

/** Rows are packed now. The earlier version had them in tables. */
async function readRows({ db }: OpenLedger): Promise<Rows> {
  const rows = new Map<string, readonly Record<string, unknown>[]>();
  for (const table of TABLES)
    rows.set(table, (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows);
  const { licenses, visits } = await readRowsInForce(db);
  const files = await listEveryPublishedFile(db);
  const districts = new Map(files.map(({ id, district }) => [id, district]));
  rows.set(
    'license_rows',
    licenses.map((row) => ({ ...toEarlier(row), file_district: districts.get(Number(row.file)) ?? 0 })),
  );
  rows.set('visit_rows', visits.map(toEarlier));
  return rows;
}

function toEarlier({ file, ...row }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return { ...Object.fromEntries(columns), file_id: file, in_force: 1 };
}

function sqliteStart(folder: string): StartPlace {
  mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(path.join(folder, 'start-'));
  return {
    dataDir,
    databaseUrl: undefined,
    async settle() {},
    async remove() {
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function postgresStart(folder: string, url: string): Promise<StartPlace> {
  const schema = await createPostgresSchema(url);
  const program = new URL(schema.url);
  const programName = `start_${randomUUID()}`;
  program.searchParams.set('application_name', programName);
  return {
    dataDir: folder,
    databaseUrl: program.href,
    async settle() {
      const client = new pg.Client({ connectionString: schema.url });
      await client.connect();
      const others = 'select count(*)::int as n from pg_stat_activity where application_name = $1';
      while ((await client.query(others, [programName])).rows[0]?.n > 0);
      await client.end();
    },
    remove: () => schema.drop(),
  };
}

async function withRegistry<Value>(
  place: StartPlace,
  work: (registry: OpenLedger) => Promise<Value>,
): Promise<Value> {
  const registry = openLedger(place);
  try {
    return await work(registry);
  } finally {
    await registry.close();
  }
}
