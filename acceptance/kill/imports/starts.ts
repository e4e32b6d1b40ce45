import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import type { OpenLedger } from '../../../src/platform/db/database.ts';
import { migrateLedger } from '../../../src/platform/db/migrate.ts';
import { openLedger } from '../../../src/platform/db/open.ts';
import { createPostgresSchema } from '../../../test/support/postgres-schema.ts';
import { makeRegistry, runInRegistry } from '../../../test/support/registry-0021.ts';
import { type Contents, differing, listTables, readContents } from './contents.ts';
import type { StartStep } from './steps.ts';

/**
 * Kills starts that upgrade the database: first starts on an empty database, and upgrades of the previous
 * version's two databases with rows in them. The tables, columns and rows must then be the same as either
 * before the start or after an undisturbed start. After the next start, they must be the same as after an
 * undisturbed start.
 */
const CHILD = path.join(import.meta.dirname, 'start-child.ts');
const TRIES_MAX = 60;
const BOOKKEEPING = /^ledger_migration/;

interface StartPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Waits until the database has finished all work that a killed process started. */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

interface Starts {
  /**
   * Kills one start within the step. Returns the problem with the database after the kill or after the next
   * start.
   */
  killIn(step: StartStep, random: () => number): Promise<{ problem: string | undefined; isAfter: boolean }>;
}

/** Prepares the databases, and runs undisturbed starts for comparison. */
export async function prepareStarts(folder: string, postgresUrl: string | undefined): Promise<Starts> {
  const make = async (step: StartStep): Promise<StartPlace> => {
    const place = postgresUrl ? await postgresStart(folder, postgresUrl) : sqliteStart(folder);
    if (step === 'upgrading') await withLedger(place, (ledger) => makeEarlier(ledger, place.dataDir));
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
  if (existsSync(path.join(place.dataDir, 'registry.sqlite'))) off.push('the file of the registry');
  return {
    problem: off.length > 0 ? `started again, unlike undisturbed: ${off.join(', ')}` : undefined,
    isAfter,
  };
}

/** Starts the service in its own process, which reports when it begins and when it has finished. */
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

/**
 * Returns the tables, columns and rows. Also returns the names of the recorded migrations, but not their
 * times.
 */
async function look(place: StartPlace): Promise<Contents> {
  return withLedger(place, async (ledger) => {
    const contents = new Map([...(await readContents(ledger))].filter(([table]) => !BOOKKEEPING.test(table)));
    for (const table of await listTables(ledger))
      if (!BOOKKEEPING.test(table)) contents.set(`columns of ${table}`, await columnsOf(ledger, table));
    contents.set('steps done', await stepsDone(ledger));
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

async function stepsDone(ledger: OpenLedger): Promise<string> {
  if (!(await listTables(ledger)).includes('ledger_migration')) return '';
  const { rows } = await sql<{ name: string }>`select name from ledger_migration order by name`.execute(
    ledger.db,
  );
  return rows.map(({ name }) => name).join();
}

/**
 * Creates the previous version's two databases. On SQLite, there are enough rows that a kill can hit while
 * they are copied.
 */
async function makeEarlier(ledger: OpenLedger, dataDir: string): Promise<void> {
  await migrateLedger(ledger);
  await makeRegistry(ledger, dataDir);
  if (ledger.engine.name === 'sqlite') await runInRegistry(ledger, dataDir, MANY_ROWS);
}

const MANY_ROWS = `insert into file_rows
  with recursive files (id) as (select 100 union all select id + 1 from files where id < 1600)
  select id, 1, 0, 1, zeroblob(20000) from files`;

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

async function withLedger<Value>(
  place: StartPlace,
  work: (ledger: OpenLedger) => Promise<Value>,
): Promise<Value> {
  const ledger = openLedger(place);
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
