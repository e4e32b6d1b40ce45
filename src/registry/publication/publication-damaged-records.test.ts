import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ageRecords,
  listed,
  madeAnewBy,
  publishDay,
  published,
  visited,
} from '../../../test/support/daily-publications.ts';
import { digitsOf, FLEET } from '../../../test/support/daily-world.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';

const [one, two] = ['2025-08-10', '2025-08-11'] as const;

describeEngines('a daily import over damaged records', (open) => {
  test('replaces a damaged record, and tells no change of what it said', async () => {
    const renewed = FLEET.map((each, index) => (index === 0 ? { ...each, expiresOn: '2027-06-01' } : each));
    const noJson = (text: string) => text.replace('"name":"', '"name":');
    const anotherName = (text: string) => text.replace('"name":"', '"name":"X');
    const otherFormat = ({ db }: TestDatabase) =>
      db.updateTable('published_state').set({ record_format: 1 }).execute();
    for (const [damage, before] of [
      [noJson, undefined],
      [anotherName, undefined],
      [noJson, ageRecords],
      [anotherName, ageRecords],
      [noJson, otherFormat],
    ] as const) {
      const [damaged, whole] = [await open(), await open()];
      for (const database of [damaged, whole]) {
        await publishDay(database, one, [
          await listed('a.csv', one),
          await visited('v.csv', [1, '2025-07-03']),
        ]);
        if (database === damaged) await damageScorecard(database, damage);
        await before?.(database);
        await publishDay(database, two, [await listed('b.csv', two, renewed)]);
      }
      const [mended, expected] = [await published(damaged), await published(whole)];
      assert.deepEqual(mended.records, expected.records);
      const told = ({ changes }: typeof mended) =>
        changes.flatMap(({ license_key: key, changes: text }) =>
          key.endsWith(digitsOf(1)) ? JSON.parse(text).map(({ kind }: { kind: string }) => kind) : [],
        );
      assert.deepEqual(told(mended), ['appeared']);
      assert.deepEqual(told(expected), ['appeared', 'status']);
      for (const database of [damaged, whole]) await database.close();
    }
  });

  test('makes every record anew where the statistics of the day before are not there or damaged', async () => {
    const database = await open();
    await publishDay(database, one, [await listed('a.csv', one)]);
    await database.db.deleteFrom('statistics_counts').execute();
    assert.equal(await madeAnewBy(database, () => publishDay(database, two, [])), 'all');
    let day: IsoDate = two;
    for (const counts of ['{', '{}', 'null']) {
      day = addDays(day, 1);
      await database.db.updateTable('statistics_counts').set({ counts }).execute();
      assert.equal(await madeAnewBy(database, () => publishDay(database, day, [])), 'all', counts);
    }
    await database.close();
  });
});

/** Of the first license; no engine notices it. */
async function damageScorecard({ db }: TestDatabase, damage: (text: string) => string): Promise<void> {
  const { vendor_id: id, scorecard } = await db
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select(['vendor_id', 'scorecard'])
    .where('digits', '=', digitsOf(1))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('vendor_records')
    .set({ scorecard: damage(scorecard) })
    .where('vendor_id', '=', id)
    .execute();
}
