import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { OpenLedger, OpenRegistry } from './database.ts';
import { isLedgerCurrent, isRegistryCurrent, migrateLedger, migrateRegistry } from './migrate.ts';
import { openSqlite } from './sqlite/sqlite.ts';

describe('bringing a SQLite database up to date', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'migrate-'));
  });
  after(() => rm(folder, { recursive: true }));

  const open = <Opened extends OpenRegistry | OpenLedger>(name: string) =>
    openSqlite(path.join(folder, name)) as unknown as Opened;
  const tables = async ({ db }: OpenRegistry) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master
      where type = 'table' and name not like '%_migration%' order by name`.execute(db);
    return rows.map(({ name }) => name);
  };

  // A kill has the same effect as this failure: the steps before it must not stay without the note that they were done.
  test('a start that was cut short leaves nothing, and the next one succeeds', async () => {
    const registry = open<OpenRegistry>('cut-short.sqlite');
    await sql`create table visit_rows (id text)`.execute(registry.db);
    await assert.rejects(migrateRegistry(registry), /could not be brought up to date/);
    assert.deepEqual(await tables(registry), ['visit_rows']);
    await sql`drop table visit_rows`.execute(registry.db);
    await migrateRegistry(registry);
    assert.ok((await tables(registry)).includes('published_state'));
    await registry.close();
  });

  test('a process that joins others sees whether the tables are those of its version', async () => {
    const registry = open<OpenRegistry>('joined.sqlite');
    const ledger = open<OpenLedger>('joined-ledger.sqlite');
    await Promise.all([migrateRegistry(registry), migrateLedger(ledger)]);
    assert.deepEqual([await isRegistryCurrent(registry), await isLedgerCurrent(ledger)], [true, true]);
    await sql`update registry_migration set name = '9999-newer' where name = '0001-regulator-records'`.execute(
      registry.db,
    );
    await sql`delete from ledger_migration where name = '0018-webhook-log'`.execute(ledger.db);
    assert.deepEqual([await isRegistryCurrent(registry), await isLedgerCurrent(ledger)], [false, false]);
    await Promise.all([registry.close(), ledger.close()]);
  });

  test('a process that starts beside an import, which holds the write lock, does not wait for it where the tables are there', async () => {
    const importing = open<OpenRegistry>('locked.sqlite');
    const starting = open<OpenRegistry>('locked.sqlite');
    await migrateRegistry(importing);
    await importing.db.transaction().execute(() => migrateRegistry(starting));
    await Promise.all([importing.close(), starting.close()]);
  });

  test('two processes that start at once on one new folder both come up', async () => {
    const registries = [open<OpenRegistry>('at-once.sqlite'), open<OpenRegistry>('at-once.sqlite')];
    await Promise.all(registries.map(migrateRegistry));
    for (const each of registries) await each.close();
    const ledgers = [open<OpenLedger>('ledger.sqlite'), open<OpenLedger>('ledger.sqlite')];
    await Promise.all(ledgers.map(migrateLedger));
    for (const each of ledgers) await each.close();
  });
});
