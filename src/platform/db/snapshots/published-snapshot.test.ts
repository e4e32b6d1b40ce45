import assert from 'node:assert/strict';
import { closeSync, existsSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { test } from 'node:test';
import { snapshotFile } from '../../../../test/support/change-snapshot.ts';
import { describeBothEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import { licenses, run, truck } from '../../../../test/support/publication-runs.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { openPublished } from './published-snapshot.ts';

describeBothEngines('a snapshot with a flipped byte', (open) => {
  const publishDay = async (database: TestDatabase, day: string) =>
    run(database, [await licenses(`${day}.csv`, day, [truck(1)])]);
  /** Opens the same folder as another process would. */
  const openReader = ({ db, published: { folder } }: TestDatabase) =>
    openPublished(db, { folder, recheckMs: 0, daysKept: 7 });
  const losePartsOf = ({ db }: TestDatabase) => db.deleteFrom('snapshot_parts').execute();

  test('is not served: another copy is fetched, or reading fails if there is none', async () => {
    const database = await open();
    await publishDay(database, '2025-11-01');
    flipByte(await snapshotFile(database));
    if (database.engine.name === 'postgres') {
      const reader = openReader(database);
      assert.equal(await reader.use(({ version }) => version), 1);
      reader.close();
      flipByte(await snapshotFile(database));
      await losePartsOf(database);
    }
    const reader = openReader(database);
    await assert.rejects(
      reader.use(() => undefined),
      DatabaseUnavailable,
    );
    reader.close();
    await database.close();
  });

  test('is restored from its compressed copy if a restored backup names it', async () => {
    const database = await open();
    await publishDay(database, '2025-11-01');
    const first = await database.db.selectFrom('published_state').selectAll().executeTakeFirstOrThrow();
    const file = await snapshotFile(database);
    await publishDay(database, '2025-11-02');
    await publishDay(database, '2025-11-03');
    assert.deepEqual([existsSync(file), existsSync(`${file}.zst`)], [false, true]);
    await database.db.updateTable('published_state').set(first).execute();
    await losePartsOf(database);
    for (const damage of [() => {}, flipByte]) {
      damage(file);
      const reader = openReader(database);
      assert.equal(await reader.use(({ version }) => version), 1);
      reader.close();
    }
    await database.close();
  });

  test('is not used, and the last good snapshot stays in use', async () => {
    const database = await open();
    await publishDay(database, '2025-11-01');
    const reader = openReader(database);
    const versionRead = () => reader.use(({ version }) => version);
    assert.equal(await versionRead(), 1);
    await publishDay(database, '2025-11-02');
    flipByte(await snapshotFile(database));
    await losePartsOf(database);
    assert.deepEqual([await versionRead(), await versionRead()], [1, 1]);
    await publishDay(database, '2025-11-03');
    assert.equal(await versionRead(), 3);
    reader.close();
    await database.close();
  });
});

describeBothEngines('a snapshot whose pages are lost while it is open', (open) => {
  test('makes statements fail as unavailable, including those on its own connection', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', [truck(1)])]);
    const { db, published } = database;
    const reader = openPublished(db, { folder: published.folder, recheckMs: 60_000, daysKept: 7 });
    const readRecords = () => reader.use(({ sqlite }) => sqlite.prepare('select * from records').all());
    assert.equal((await readRecords()).length, 1);
    loseAllPages(await snapshotFile(database));
    await assert.rejects(readRecords(), DatabaseUnavailable);
    await assert.rejects(reader.db.selectFrom('records').selectAll().execute(), DatabaseUnavailable);
    reader.close();
    await database.close();
  });
});

const PAGE = 4096;

/** Overwrites every page except the first, which lists the tables. */
function loseAllPages(file: string): void {
  const descriptor = openSync(file, 'r+');
  const lost = Buffer.alloc(fstatSync(descriptor).size - PAGE);
  writeSync(descriptor, lost, 0, lost.length, PAGE);
  closeSync(descriptor);
}

function flipByte(file: string): void {
  const descriptor = openSync(file, 'r+');
  const middle = Math.floor(fstatSync(descriptor).size / 2);
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, middle);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  writeSync(descriptor, byte, 0, 1, middle);
  closeSync(descriptor);
}
