import { randomUUID } from 'node:crypto';
import { after, describe } from 'node:test';
import { sql } from 'kysely';
import type { OpenLedger, OpenRegistry } from '../../src/platform/db/database.ts';
import { migrateLedger, migrateRegistry } from '../../src/platform/db/migrate.ts';
import { openPostgres } from '../../src/platform/db/postgres.ts';
import { openSqlite } from '../../src/platform/db/sqlite.ts';

/** Registry and ledger in one database; the types keep code from taking the one for the other. */
export type TestDatabase = OpenLedger & OpenRegistry;
export type TestDb = TestDatabase['db'];

/** Opens a migrated, empty database, registry and ledger in one, that is gone when it is closed. */
export type OpenTestDatabase = () => Promise<TestDatabase>;

/**
 * Runs the same tests on SQLite and, where TEST_DATABASE_URL names one, on PostgreSQL; there each database
 * is a schema of its own, so that test files may run side by side.
 */
export function describeEngines(name: string, tests: (open: OpenTestDatabase) => void): void {
  const describeOn = (engine: string, openFresh: OpenTestDatabase) =>
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
      // What a failing test left open is closed here, so that its failure is the only one.
      after(async () => {
        for (const database of [...opened]) await database.close();
      });
    });
  describeOn('SQLite', openTestSqlite);
  const url = process.env.TEST_DATABASE_URL;
  if (url) describeOn('PostgreSQL', () => openTestPostgres(url));
}

export async function openTestSqlite(): Promise<TestDatabase> {
  const database = openSqlite(':memory:');
  await migrateRegistry(database);
  await migrateLedger(database);
  return database;
}

async function openTestPostgres(url: string): Promise<TestDatabase> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openPostgres(url);
  await sql`create schema ${sql.ref(schema)}`.execute(admin.db);
  const own = new URL(url);
  own.searchParams.set('options', `-csearch_path=${schema}`);
  const database = openPostgres(own.href);
  await migrateRegistry(database);
  await migrateLedger(database);
  return {
    ...database,
    async close() {
      await database.close();
      await sql`drop schema ${sql.ref(schema)} cascade`.execute(admin.db);
      await admin.close();
    },
  };
}
