import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe } from 'node:test';
import type { LedgerDatabase, OpenLedger } from '../../src/platform/db/database.ts';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { REQUEST_LIMITS } from '../../src/platform/db/postgres/postgres-pool.ts';
import { openPublished } from '../../src/platform/db/snapshots/published-snapshot.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { migrateAndRecord } from './migrated.ts';
import { PostgresSchemas } from './postgres-schemas.ts';
import { isWholeRun } from './whole-run.ts';

/**
 * Limits for each test database. There are few connections, so that parallel test files never exhaust the
 * server. The timeouts are generous, for a busy machine.
 */
const TEST_LIMITS = {
  ...REQUEST_LIMITS,
  connections: 4,
  connectMs: 30_000,
  statementMs: 30_000,
  lockMs: 20_000,
  idleMs: 30_000,
  transactionMs: 60_000,
  answerMs: 40_000,
};

export type TestDatabase = OpenLedger;
export type TestDb = TestDatabase['db'];

/** Opens an empty, migrated ledger. Closing the ledger deletes it. */
export type OpenTestDatabase = () => Promise<TestDatabase>;

/**
 * Runs tests on SQLite and, in a full run, also on PostgreSQL if TEST_DATABASE_URL is set. Use it for code
 * whose SQL and locks are already tested on both engines with `describeBothEngines`.
 */
export function describeEngines(name: string, tests: (open: OpenTestDatabase) => void): void {
  if (isWholeRun) describeBothEngines(name, tests);
  else describeOn('SQLite', openTestSqlite, name, tests);
}

/**
 * Runs tests on SQLite and, if TEST_DATABASE_URL is set, on PostgreSQL, in every run. Use it for stores,
 * races, and anything else that differs between engines. On PostgreSQL, each database is a separate schema,
 * so test files can run in parallel.
 */
export function describeBothEngines(name: string, tests: (open: OpenTestDatabase) => void): void {
  describeOn('SQLite', openTestSqlite, name, tests);
  const url = process.env.TEST_DATABASE_URL;
  if (url) describeOn('PostgreSQL', () => openTestPostgres(url), name, tests);
}

function describeOn(
  engine: string,
  openFresh: OpenTestDatabase,
  name: string,
  tests: (open: OpenTestDatabase) => void,
): void {
  describe(`${name} (${engine})`, () => {
    const opened = new Set<TestDatabase>();
    tests(async () => {
      const database = await openFresh();
      opened.add(database);
      const close = async () => {
        if (opened.delete(database)) await database.close();
      };
      return { ...database, close };
    });
    // Closes everything that a failed test left open, so that the failure does not cause others.
    after(async () => {
      for (const database of [...opened]) await database.close();
    });
  });
}

/** A database that is migrated once per process. Every other SQLite test database starts as a copy of it. */
let template: Promise<Uint8Array> | undefined;

export async function openTestSqlite(): Promise<TestDatabase> {
  template ??= makeTemplate();
  return withPublished(openSqlite(':memory:', { content: await template }));
}

/**
 * Adds published records. Their snapshots are in a separate folder that is deleted when the database is
 * closed. Every read checks for the newest snapshot.
 */
export function withPublished(database: LedgerDatabase): TestDatabase {
  const folder = path.join(FAST_FOLDER, `snapshots-${randomUUID()}`);
  const published = openPublished(database.db, { folder, recheckMs: 0, daysKept: 7 });
  return {
    ...database,
    published,
    replacedDays: 365,
    async close() {
      published.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An in-memory folder if the machine has one; otherwise the temporary folder. */
const FAST_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

async function makeTemplate(): Promise<Uint8Array> {
  const migrated: LedgerDatabase = openSqlite(':memory:');
  const copy = new DatabaseSync(':memory:');
  try {
    for (const each of await migrateAndRecord(migrated)) copy.exec(each);
    return copy.serialize();
  } finally {
    copy.close();
    await migrated.close();
  }
}

let schemas: PostgresSchemas | undefined;

async function openTestPostgres(url: string): Promise<TestDatabase> {
  schemas ??= new PostgresSchemas(url);
  const schema = await schemas.lend();
  const database = withPublished(openPostgres(schema.url, TEST_LIMITS));
  return {
    ...database,
    async close() {
      await database.close();
      await schema.giveBack();
    },
  };
}
