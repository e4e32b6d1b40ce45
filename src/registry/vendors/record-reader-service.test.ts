import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { countStatements } from '../../../test/support/count-statements.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { addDays } from '../../lib/dates.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { findUnavailable } from '../../platform/db/unavailable.ts';
import { publish } from '../publication/service.ts';
import { createRecordReader } from './record-reader-service.ts';
import { mapSummaries } from './search-store.ts';
import {
  type BodyColumn,
  findFactsAndScorecard,
  listNamed,
  listRecordsAfter,
  listRecordsByDigits,
  mapScorecards,
} from './store.ts';
import { vendorId } from './vendor-id.ts';
import { countDamagedRecords } from './whole-records-service.ts';

const ID = vendorId('2014', '5890001');
const RECHECK_MS = 100;

/** A database whose next result arrives when it is released. */
function holdResults(db: RegistryDb) {
  const held = Promise.withResolvers<void>();
  let isNext = false;
  const transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    const waits = isNext;
    isNext = false;
    if (waits) await held.promise;
    return result;
  };
  return {
    db: db.withPlugin({ transformQuery: ({ node }) => node, transformResult }),
    holdNext: () => {
      isNext = true;
    },
    release: () => held.resolve(),
  };
}

describeBothEngines('the reader of records', (openDatabase) => {
  test('names the edition that a body is of, until it is time to ask whether there is another', async () => {
    const database = await openDatabase();
    const publishDemo = async (vendors: number) =>
      publish(database, { files: await readDemoFiles(vendors), asOf: DEMO_DAY, now: NOW });
    await publishDemo(120);
    const counted = countStatements(database.db);
    let clock = 0;
    let today = DEMO_DAY;
    const records = createRecordReader(counted.db, {
      recheckMs: RECHECK_MS,
      now: () => clock,
      today: () => today,
    });
    assert.equal(records.edition(), undefined, 'nobody asked for the version yet');
    const first = (await records.find(ID, 'identity')) ?? assert.fail('no record');
    assert.equal(records.edition(), first.edition);
    assert.equal(counted.count(), 2, 'the version and the record');

    today = '2026-12-31';
    assert.notEqual(records.edition(), first.edition, 'another day is another edition');
    today = DEMO_DAY;

    await publishDemo(130);
    assert.equal(records.edition(), first.edition, 'it is not yet time to ask');
    clock += RECHECK_MS;
    assert.equal(records.edition(), undefined);
    assert.equal(records.edition(), undefined, 'asking twice tells nothing more');
    const second = (await records.find(ID, 'identity')) ?? assert.fail('no record');
    assert.equal(records.edition(), second.edition);
    assert.notEqual(second.edition, first.edition);
    assert.equal(counted.count(), 4);
  });

  test('gives a body no edition when another one was published while it was read', async () => {
    const database = await openDatabase();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    const { db, holdNext, release } = holdResults(database.db);
    let clock = 0;
    const records = createRecordReader(db, {
      recheckMs: RECHECK_MS,
      now: () => clock,
      today: () => DEMO_DAY,
    });
    await records.find(vendorId('2014', '5890002'), 'identity');
    holdNext();
    const slow = records.find(ID, 'identity');
    await publish(database, { files: await readDemoFiles(130), asOf: DEMO_DAY, now: NOW });
    clock += RECHECK_MS;
    await records.find(vendorId('2014', '5890003'), 'identity');
    release();
    assert.equal((await slow)?.edition, undefined);
    assert.match(records.edition() ?? '', /^2\//);
  });

  test('gives a body another validator when its files reach another day, also where they are as old as before', async () => {
    const database = await openDatabase();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    const { db } = database;
    let day = addDays(DEMO_DAY, 30);
    const records = createRecordReader(db, { recheckMs: 0, now: () => 0, today: () => day });
    const reachTo = async (reached: string) => {
      await db.updateTable('record_days').set({ reaches_to: reached }).execute();
      await db
        .updateTable('published_state')
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .execute();
    };
    for (const column of ['identity', 'standing', 'scorecard'] as const) {
      day = addDays(DEMO_DAY, 30);
      await reachTo(DEMO_DAY);
      const before = (await records.find(ID, column)) ?? assert.fail();
      day = addDays(day, 1);
      await reachTo(addDays(DEMO_DAY, 1));
      const after = (await records.find(ID, column)) ?? assert.fail();
      assert.notEqual(after.body, before.body, column);
      assert.notEqual(after.hash, before.hash, column);
    }
  });

  test('answers nothing from a text that is not as it was published', async () => {
    const database = await openDatabase();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    const { db, engine } = database;
    const [digits] = await db.selectFrom('vendors').select('digits').where('id', '=', ID).execute();
    const named = [digits?.digits ?? ''];
    const read = (column: BodyColumn) =>
      createRecordReader(db, { recheckMs: 0, now: () => 0, today: () => DEMO_DAY }).find(ID, column);
    const ofRecord: readonly (() => Promise<unknown>)[] = [
      () => read('facts'),
      () => read('scorecard'),
      () => findFactsAndScorecard(db, ID),
      () => listNamed(db, engine, { ids: [ID], digits: [] }),
      () => mapScorecards({ db, engine }, [ID]),
      () => listRecordsAfter(db, '', 1_000),
      () => listRecordsByDigits(db, engine, named),
    ];
    const ofShown: readonly (() => Promise<unknown>)[] = [
      ...(['identity', 'summary', 'standing'] as const).map((column) => () => read(column)),
      () => mapSummaries(db, [ID], DEMO_DAY),
      () => listRecordsByDigits(db, engine, named),
    ];
    const [whole] = await db.selectFrom('vendor_records').selectAll().where('vendor_id', '=', ID).execute();
    assert.ok(whole);
    const cases = [
      ...(['facts', 'scorecard'] as const).map((column) => ({ column, readers: ofRecord })),
      ...(['identity', 'summary', 'standing'] as const).map((column) => ({ column, readers: ofShown })),
    ];
    for (const each of [...ofRecord, ...ofShown]) await each();
    for (const { column, readers } of cases) {
      // As long as before: no engine notices.
      const spoiled = whole[column].replace(/[a-z](?=[^a-z]*$)/, (letter) => (letter === 'x' ? 'y' : 'x'));
      assert.notEqual(spoiled, whole[column]);
      const write = (text: string) =>
        db
          .updateTable('vendor_records')
          .set({ [column]: text })
          .where('vendor_id', '=', ID)
          .execute();
      await write(spoiled);
      for (const [index, reader] of readers.entries())
        await assert.rejects(reader, (error) => findUnavailable(error) !== undefined, `${column}, ${index}`);
      assert.equal((await countDamagedRecords(db)).damaged, 1, column);
      await write(whole[column]);
    }
    // A record whose district has no days.
    const days = await db.selectFrom('record_days').selectAll().execute();
    await db.deleteFrom('record_days').execute();
    for (const reader of ofRecord)
      await assert.rejects(reader, (error) => findUnavailable(error) !== undefined);
    const counted = await countDamagedRecords(db);
    assert.equal(counted.damaged, counted.read);
    await db.insertInto('record_days').values(days).execute();
    assert.equal((await countDamagedRecords(db)).damaged, 0);
    // What goes into a header: of a record that an earlier version wrote, also for identity.
    const noHash = { sha256: '\u0001', shown_sha256: '' };
    await db.updateTable('vendor_records').set(noHash).where('vendor_id', '=', ID).execute();
    for (const column of ['identity', 'scorecard'] as const) await assert.rejects(read(column));
  });
});
