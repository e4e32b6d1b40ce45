import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSnapshot } from '../../../test/support/change-snapshot.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeBothEngines, openTestSqlite, type TestDatabase } from '../../../test/support/engines.ts';
import { findUnavailable } from '../../platform/db/database-unavailable.ts';
import { openPublished } from '../../platform/db/snapshots/published-snapshot.ts';
import { createFinder } from '../../search/find/search-service.ts';
import { publish } from '../publication/service.ts';
import { vendorId } from '../record/vendor-id.ts';
import { countDamagedRecords } from './check-records-service.ts';
import { createRecordReader } from './record-reader-service.ts';
import {
  type BodyColumn,
  findFactsAndScorecard,
  listNamed,
  listRecordsAfter,
  listRecordsByDigits,
  mapScorecards,
} from './store.ts';

const ID = vendorId('2014', '5890001');
/** A recheck interval that is longer than the test. */
const NEVER_AGAIN_MS = 1_000_000;

const publishDemo = async (database: TestDatabase, vendors: number) =>
  publish(database, { files: await readDemoFiles(vendors), asOf: DEMO_DAY, now: NOW });

test('returns an edition with each body, and the edition ends with the day or the publication', async () => {
  const database = await openTestSqlite();
  await publishDemo(database, 120);
  let today = DEMO_DAY;
  const { folder } = database.published;
  const published = openPublished(database.db, { folder, recheckMs: NEVER_AGAIN_MS, daysKept: 7 });
  const records = createRecordReader(published, { today: () => today });
  assert.equal(records.edition(), undefined, 'the version was not queried yet');
  const first = (await records.find(ID, 'identity')) ?? assert.fail('no record');
  assert.equal(records.edition(), first.edition);
  today = '2026-12-31';
  assert.notEqual(records.edition(), first.edition, 'another day is another edition');
  today = DEMO_DAY;

  await publishDemo(database, 130);
  assert.equal(records.edition(), first.edition, 'it is not yet time to query again');
  published.close();
  const later = openPublished(database.db, { folder, recheckMs: NEVER_AGAIN_MS, daysKept: 7 });
  const second = await createRecordReader(later, { today: () => today }).find(ID, 'identity');
  assert.notEqual(second?.edition, first.edition);
  later.close();
  await database.close();
});

test('does not cache bodies or return an edition if each read queries the version', async () => {
  const database = await openTestSqlite();
  await publishDemo(database, 120);
  const records = createRecordReader(database.published, { today: () => DEMO_DAY });
  const before = await records.find(ID, 'facts');
  assert.deepEqual([before?.edition, await records.latestEdition()], [undefined, undefined]);
  await publish(database, { files: [], asOf: '2026-04-16', now: NOW });
  const after = await records.find(ID, 'facts');
  assert.notEqual(after?.sha256, before?.sha256);
  await database.close();
});

describeBothEngines('the record reader', (openDatabase) => {
  test('does not return text that differs from its published version', async () => {
    const database = await openDatabase();
    await publishDemo(database, 120);
    const { published } = database;
    const { db } = published;
    const [whole] = await db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .selectAll()
      .where('id', '=', ID)
      .execute();
    assert.ok(whole);
    const read = (column: BodyColumn) =>
      createRecordReader(published, { today: () => DEMO_DAY }).find(ID, column);
    const ofRecord: readonly (() => Promise<unknown>)[] = [
      () => read('facts'),
      () => read('scorecard'),
      () => findFactsAndScorecard(db, ID),
      () => listNamed(published, { ids: [ID], digits: [] }),
      () => mapScorecards(published, [ID]),
      () => listRecordsAfter(db, '', 1_000),
      () => listRecordsByDigits(published, [whole.digits]),
    ];
    const search = { q: whole.digits, city: '', limit: 1, offset: 0 };
    const ofShown: readonly (() => Promise<unknown>)[] = [
      ...(['identity', 'summary', 'standing'] as const).map((column) => () => read(column)),
      () => createFinder(published).search(search),
      () => listRecordsByDigits(published, [whole.digits]),
    ];
    const cases = [
      ...(['facts', 'scorecard'] as const).map((column) => ({ column, readers: ofRecord })),
      ...(['identity', 'summary', 'standing'] as const).map((column) => ({ column, readers: ofShown })),
    ];
    for (const each of [...ofRecord, ...ofShown]) await each();
    for (const { column, readers } of cases) {
      // The replacement has the same length, so SQLite does not notice.
      const spoiled = whole[column].replace(/[a-z](?=[^a-z]*$)/, (letter) => (letter === 'x' ? 'y' : 'x'));
      assert.notEqual(spoiled, whole[column]);
      const write = (text: string) =>
        changeSnapshot(database, (snapshot) =>
          snapshot.prepare(`update records set ${column} = ? where position = ?`).run(text, whole.position),
        );
      await write(spoiled);
      for (const [index, reader] of readers.entries())
        await assert.rejects(reader, (error) => findUnavailable(error) !== undefined, `${column}, ${index}`);
      assert.equal((await countDamagedRecords(db)).damaged, 1, column);
      await write(whole[column]);
    }
    assert.equal((await countDamagedRecords(db)).damaged, 0);
    // The hash becomes part of a header.
    await changeSnapshot(database, (snapshot) =>
      snapshot.prepare(`update vendors set sha256 = ?1, shown_sha256 = ?1 where id = ?2`).run('\u0001', ID),
    );
    for (const column of ['identity', 'scorecard'] as const) await assert.rejects(read(column));
    await database.close();
  });
});
