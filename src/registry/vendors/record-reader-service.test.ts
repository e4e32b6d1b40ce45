import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { countStatements } from '../../../test/support/count-statements.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { findUnavailable } from '../../platform/db/unavailable.ts';
import { publish } from '../publication/service.ts';
import { createRecordReader } from './record-reader-service.ts';
import { findFactsAndScorecard } from './store.ts';
import { vendorId } from './vendor-id.ts';

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

describeEngines('the reader of records', (openDatabase) => {
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

  test('answers nothing from a record that is not as it was published', async () => {
    const database = await openDatabase();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    const { db } = database;
    const read = (column: 'facts' | 'scorecard') =>
      createRecordReader(db, { recheckMs: 0, now: () => 0, today: () => DEMO_DAY }).find(ID, column);
    const isDamaged = (error: unknown) => findUnavailable(error) !== undefined;
    const whole = await db.selectFrom('vendor_records').selectAll().where('vendor_id', '=', ID).execute();
    // The verdict rests on this one word, which is as long as the other.
    for (const column of ['facts', 'scorecard'] as const) {
      const text = whole[0]?.[column] ?? '';
      assert.ok(text.includes('"active":false'));
      const other = text.replace('"active":false', '"active":true ');
      await db
        .updateTable('vendor_records')
        .set({ [column]: other })
        .where('vendor_id', '=', ID)
        .execute();
      for (const each of ['facts', 'scorecard'] as const) await assert.rejects(read(each), isDamaged);
      await assert.rejects(findFactsAndScorecard(db, ID), isDamaged);
      await db
        .updateTable('vendor_records')
        .set({ [column]: text })
        .where('vendor_id', '=', ID)
        .execute();
    }
    assert.equal((await read('scorecard'))?.body, whole[0]?.scorecard);
  });
});
