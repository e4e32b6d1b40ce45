import { test } from 'node:test';
import type { OpenLedger } from '../../src/platform/db/database.ts';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { withPublished } from './engines.ts';
import { createPostgresSchema } from './postgres-schema.ts';

/** Defines a test on an empty database for each engine. The test runs the migrations itself, one by one. */
export function testUpgrade(name: string, check: (empty: OpenLedger) => Promise<void>): void {
  test(`${name}, on SQLite`, async () => {
    const database = withPublished(openSqlite(':memory:'));
    await check(database);
    await database.close();
  });
  const url = process.env.TEST_DATABASE_URL;
  const skip = url ? false : 'TEST_DATABASE_URL names no PostgreSQL';
  test(`${name}, on PostgreSQL`, { skip }, async () => {
    const schema = await createPostgresSchema(url ?? '');
    const database = withPublished(openPostgres(schema.url));
    await check(database);
    await database.close();
    await schema.drop();
  });
}
