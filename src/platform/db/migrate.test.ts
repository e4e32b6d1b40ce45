import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { LedgerDatabase } from './database.ts';
import { isLedgerCurrent, migrateLedger } from './migrate.ts';
import { openSqlite } from './sqlite/sqlite.ts';

describe('migrating a SQLite database', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'migrate-'));
  });
  after(() => rm(folder, { recursive: true }));

  const open = (name: string): LedgerDatabase => openSqlite(path.join(folder, name));
  const tables = async ({ db }: LedgerDatabase) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master
      where type = 'table' and name not like '%_migration%' order by name`.execute(db);
    return rows.map(({ name }) => name);
  };

  // Killing the process has the same effect as this failure. No migration may take effect unless it is
  // recorded.
  test('a start that fails midway does not change the database, and the next start succeeds', async () => {
    const ledger = open('cut-short.sqlite');
    await sql`create table leases (id text)`.execute(ledger.db);
    await assert.rejects(migrateLedger(ledger), /could not be brought up to date/);
    assert.deepEqual(await tables(ledger), ['leases']);
    await sql`drop table leases`.execute(ledger.db);
    await migrateLedger(ledger);
    assert.ok((await tables(ledger)).includes('published_state'));
    await ledger.close();
  });

  test('a process that joins others recognizes that the tables belong to another version', async () => {
    const ledger = open('joined.sqlite');
    await migrateLedger(ledger);
    assert.equal(await isLedgerCurrent(ledger), true);
    await sql`update ledger_migration set name = '9999-newer' where name = '0026-log'`.execute(ledger.db);
    assert.equal(await isLedgerCurrent(ledger), false);
    await sql`delete from ledger_migration where name = '9999-newer'`.execute(ledger.db);
    assert.equal(await isLedgerCurrent(ledger), false);
    await ledger.close();
  });

  test('a process that starts during a publication does not wait for the write lock if the tables are current', async () => {
    const importing = open('locked.sqlite');
    const starting = open('locked.sqlite');
    await migrateLedger(importing);
    await importing.db.transaction().execute(() => migrateLedger(starting));
    await Promise.all([importing.close(), starting.close()]);
  });

  test('two processes that start at the same time in a new folder both succeed', async () => {
    const ledgers = [open('ledger.sqlite'), open('ledger.sqlite')];
    await Promise.all(ledgers.map(migrateLedger));
    for (const each of ledgers) await each.close();
  });
});
