import { after, describe } from 'node:test';
import { sql } from 'kysely';
import type { OpenLedger, OpenRegistry } from '../../src/platform/db/database.ts';
import { openPostgres } from '../../src/platform/db/postgres.ts';
import { REQUEST_LIMITS } from '../../src/platform/db/postgres-pool.ts';
import { openSqlite } from '../../src/platform/db/sqlite.ts';
import { migrateAndRecord } from './migrated.ts';
import { createPostgresSchema } from './postgres-schema.ts';

/** Of each test database, so that test files side by side never have all that a server gives out. */
const FEW_CONNECTIONS = { ...REQUEST_LIMITS, connections: 4 };

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

/** The statements that make a migrated database, once one was migrated in this process. */
const scripts: { sqlite?: readonly string[]; postgres?: readonly string[] } = {};

export async function openTestSqlite(): Promise<TestDatabase> {
  const database = openSqlite(':memory:');
  if (scripts.sqlite) for (const each of scripts.sqlite) await sql.raw(each).execute(database.db);
  else scripts.sqlite = await migrateAndRecord(database);
  return database;
}

async function openTestPostgres(url: string): Promise<TestDatabase> {
  const schema = await createPostgresSchema(url, scripts.postgres?.join(';\n'));
  const database = openPostgres(schema.url, FEW_CONNECTIONS);
  scripts.postgres ??= await migrateAndRecord(database);
  return {
    ...database,
    async close() {
      await database.close();
      await schema.drop();
    },
  };
}
