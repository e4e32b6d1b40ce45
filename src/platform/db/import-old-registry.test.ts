import assert from 'node:assert/strict';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { readRows } from '../../../test/support/fill-ledger.ts';
import { describeBothPlaces } from '../../../test/support/place.ts';
import {
  makeRegistry,
  REGISTRY_ONLY,
  runInRegistry,
  TAKEN_TABLES,
  undoMigrations,
} from '../../../test/support/registry-0021.ts';
import type { OpenLedger } from './database.ts';
import { isLedgerCurrent, migrateLedger } from './migrate.ts';

const TOO_OLD =
  /^Error: The registry, .* is too old for this one, such as 0\.5\.0\. Start commit [\da-f]{8} with the same settings once/;

describeBothPlaces('a registry from the previous version', (place) => {
  let ledger: OpenLedger;
  const dataDir = () => place().settings.DATA_DIR ?? '';
  const file = () => path.join(dataDir(), 'registry.sqlite');
  const isFile = () => ledger.engine.name === 'sqlite';

  beforeEach(async () => {
    ledger = place().openLedger();
    await migrateLedger(ledger);
    await makeRegistry(ledger, dataDir());
  });
  afterEach(async () => {
    const cascade = sql.raw(isFile() ? '' : 'cascade');
    for (const table of [...TAKEN_TABLES, ...REGISTRY_ONLY].toReversed())
      await sql`drop table if exists ${sql.ref(table)} ${cascade}`.execute(ledger.db);
    if (await isLedgerCurrent(ledger)) await undoMigrations(ledger);
    await ledger.close();
    for (const each of ['', '-wal', '-shm']) rmSync(`${file()}${each}`, { force: true });
  });

  const inRegistry = (statements: string) => runInRegistry(ledger, dataDir(), statements);
  const readRegistry = async (): Promise<Record<string, string[]>> => {
    const all: Record<string, string[]> = {};
    if (!isFile()) {
      for (const table of TAKEN_TABLES) all[table] = await readRows(ledger.db, table);
      return all;
    }
    await sql`attach ${file()} as before`.execute(ledger.db);
    for (const table of TAKEN_TABLES) all[table] = await readRows(ledger.db, `before.${table}`);
    await sql`detach before`.execute(ledger.db);
    return all;
  };
  const readTaken = async () => {
    const all: Record<string, string[]> = {};
    for (const table of TAKEN_TABLES) all[table] = await readRows(ledger.db, table);
    return all;
  };
  const tables = async () => (await ledger.db.introspection.getTables()).map(({ name }) => name);
  const isUntouched = async (before: Record<string, string[]>) => {
    assert.deepEqual(await readRegistry(), before);
    assert.equal(await isLedgerCurrent(ledger), false);
  };

  test('is moved to the ledger byte for byte at the first start, and its files are removed', async () => {
    const before = await readRegistry();
    assert.ok(Object.values(before).every((rows) => rows.length > 0));
    await migrateLedger(ledger);
    assert.deepEqual(await readTaken(), withLaterColumns(before));
    assert.equal(await isLedgerCurrent(ledger), true);
    assert.deepEqual(
      (await tables()).filter((name) => REGISTRY_ONLY.includes(name)),
      [],
    );
    for (const each of ['', '-wal', '-shm']) assert.equal(existsSync(`${file()}${each}`), false);
    await migrateLedger(ledger);
    assert.deepEqual(await readTaken(), withLaterColumns(before));
  });

  test('leaves the ledger with the same tables, columns and indexes as a new one', async () => {
    const columns = async () => {
      const { rows } = await (isFile()
        ? sql`select m.name as "table", c.name, c.type, c."notnull", c.dflt_value from sqlite_master m, pragma_table_info(m.name) c order by 1, 2`
        : sql`select table_name as "table", column_name as name, data_type, is_nullable, column_default
            from information_schema.columns where table_schema = current_schema() order by 1, 2`
      ).execute(ledger.db);
      const indexes = isFile()
        ? sql`select name from sqlite_master where type = 'index' order by 1`
        : sql`select indexname as name from pg_indexes where schemaname = current_schema() order by 1`;
      return [rows, (await indexes.execute(ledger.db)).rows];
    };
    await migrateLedger(ledger);
    const taken = await columns();
    await undoMigrations(ledger);
    await migrateLedger(ledger);
    assert.deepEqual(taken, await columns());
  });

  test('stays unchanged if the move fails midway, and is moved at the next start', async () => {
    const before = await readRegistry();
    const [obstacle, remove] = isFile()
      ? ['create index record_changes_by_license on accounts (id)', 'drop index record_changes_by_license']
      : ['create view of_leases as select * from vendors', 'drop view of_leases'];
    await sql.raw(obstacle).execute(ledger.db);
    await assert.rejects(migrateLedger(ledger), /could not be brought up to date/);
    await isUntouched(before);
    await sql.raw(remove).execute(ledger.db);
    await migrateLedger(ledger);
    assert.deepEqual(await readTaken(), withLaterColumns(before));
  });

  test('is not moved twice if a killed process left its file behind', async (t) => {
    if (!isFile()) return t.skip('with PostgreSQL it is no file');
    const before = await readRegistry();
    copyFileSync(file(), `${file()}.kept`);
    await migrateLedger(ledger);
    copyFileSync(`${file()}.kept`, file());
    // Nor is it moved again after the service has written to the ledger.
    await sql`delete from leases`.execute(ledger.db);
    await migrateLedger(ledger);
    assert.deepEqual(await readTaken(), { ...withLaterColumns(before), leases: [] });
    assert.equal(existsSync(file()), false);
    copyFileSync(`${file()}.kept`, file());
    await inRegistry(`update change_publications set mark = 'of another' where mark = 'last'`);
    await migrateLedger(ledger);
    assert.equal(existsSync(file()), true, 'a registry that is another one is left alone');
    rmSync(`${file()}.kept`);
  });

  test('is rejected with instructions and stays unchanged if its schema or its publication is too old', async () => {
    for (const [change, undo] of [
      [
        `delete from registry_migration where name = '0021-packed-rows'`,
        `insert into registry_migration values ('0021-packed-rows', '2026')`,
      ],
      [`update published_state set snapshot = ''`, `update published_state set snapshot = 'a.sqlite'`],
    ] as const) {
      await inRegistry(change);
      const before = await readRegistry();
      await assert.rejects(migrateLedger(ledger), TOO_OLD);
      await isUntouched(before);
      await inRegistry(undo);
    }
  });
});

/** Returns the rows with the columns that later migrations add to moved tables. */
function withLaterColumns(rows: Record<string, string[]>): Record<string, string[]> {
  const publications = rows.change_publications ?? [];
  return {
    ...rows,
    change_publications: publications.map((row) =>
      row.replace('["published_at"', '["other_program",0],["published_at"'),
    ),
  };
}
