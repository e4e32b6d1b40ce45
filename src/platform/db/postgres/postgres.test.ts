import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openPostgres } from './postgres.ts';

const url = process.env.TEST_DATABASE_URL;

test('on PostgreSQL, migrations look only at their own schema and can start while another is being dropped', {
  skip: !url,
}, async () => {
  const [own, other] = ['own', 'other'].map((name) => `${name}_${randomUUID().replaceAll('-', '')}`);
  const admin = openPostgres(url ?? '');
  const address = new URL(url ?? '');
  address.searchParams.set('options', `-csearch_path=${own}`);
  const database = openPostgres(address.href);
  try {
    for (const schema of [own, other]) {
      await sql`create schema ${sql.id(schema ?? '')}`.execute(admin.db);
      await sql`create table ${sql.id(schema ?? '', 'trucks')} (id integer)`.execute(admin.db);
    }
    const tables = await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        // From here on, this transaction's statements see the catalogs as they are now, while PostgreSQL's
        // own look-ups see later changes.
        await sql`select 1 from pg_namespace`.execute(tx);
        await sql`drop schema ${sql.id(other ?? '')} cascade`.execute(admin.db);
        return tx.introspection.getTables({ withInternalKyselyTables: true });
      });
    assert.deepEqual(
      tables.map(({ schema, name }) => ({ schema, name })),
      [{ schema: own, name: 'trucks' }],
    );
  } finally {
    await database.close();
    for (const schema of [own, other])
      await sql`drop schema if exists ${sql.id(schema ?? '')} cascade`.execute(admin.db);
    await admin.close();
  }
});
