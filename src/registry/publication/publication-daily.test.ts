import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ageRecords,
  checkTextIndex,
  listed,
  madeAnewBy,
  now,
  OPERATOR,
  publishDay,
  published,
  visited,
} from '../../../test/support/daily-publications.ts';
import { dater, digitsOf, FLEET, someDays, World } from '../../../test/support/daily-world.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { file, licenses, truck, visits } from '../../../test/support/publication-runs.ts';
import { isWholeRun } from '../../../test/support/whole-run.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { ParsedFile } from '../sources/parsed-file.ts';
import { publish } from './service.ts';

/** A daily import leaves records as they are but for their days. What it publishes is what making every record anew would. */

const FIRST = '2025-08-01';
describeEngines('daily imports', (open) => {
  test('publish what making every record anew publishes, whatever changed and however many days passed', async () => {
    const seen = { kept: 0, anew: 0, published: 0 };
    const { engine, close } = await open();
    await close();
    // The rules are the same on both; fewer are enough to try the other engine's statements.
    const numRuns = isWholeRun && engine.name === 'sqlite' ? 8 : 2;
    await fc.assert(
      fc.asyncProperty(someDays, async (days) => {
        const [daily, whole] = [await open(), await open()];
        const world = new World();
        let day = addDays(FIRST, -1);
        const first = await world.dayOf(day, [], true);
        for (const database of [daily, whole]) await publishDay(database, day, first);
        let skipped: readonly ParsedFile[] = [];
        for (const { after, isSkipped, changes, renewed } of days) {
          day = addDays(day, after);
          const files = [...skipped, ...(await world.dayOf(day, changes, renewed))];
          skipped = isSkipped ? files : [];
          if (isSkipped) continue;
          await ageRecords(whole);
          const madeOn = await madeOnOf(daily);
          const outcomes = [await publishDay(daily, day, files), await publishDay(whole, day, files)].map(
            ({ files: each, recordsWritten: _written, ...outcome }) => ({
              ...outcome,
              files: each.map(({ outcome: of }) => of),
            }),
          );
          assert.deepEqual(await published(daily), await published(whole));
          await checkTextIndex(daily);
          assert.deepEqual(outcomes[0], outcomes[1]);
          seen[(await madeOnOf(daily)) === madeOn ? 'kept' : 'anew'] += 1;
          seen.published += files.length;
        }
        for (const database of [daily, whole]) await database.close();
      }),
      { numRuns, seed: 7 },
    );
    // Otherwise nothing would have been shown.
    assert.ok(seen.kept > 3 * numRuns && seen.published > 5 * numRuns, JSON.stringify(seen));
  });
});

const DATER = digitsOf(9);

describeEngines('a daily import', (open) => {
  type Day = readonly [day: IsoDate, files: readonly ParsedFile[]];

  /** Publishes day after day, and compares the last with making every record anew; tells what the last made anew. */
  async function lastOf(days: readonly Day[]): Promise<string[] | 'all'> {
    const [daily, whole] = [await open(), await open()];
    let anew: string[] | 'all' = [];
    for (const [index, [day, files]] of days.entries()) {
      const isLast = index === days.length - 1;
      const publication = async () => {
        const { files: outcomes } = await publishDay(daily, day, files);
        for (const { outcome, reason } of outcomes) assert.notEqual(outcome, 'held_back', `${reason}`);
      };
      if (isLast) anew = await madeAnewBy(daily, publication);
      else await publication();
      await ageRecords(whole);
      await publishDay(whole, day, files);
    }
    // The mark is no part of a record.
    for (const { db } of [daily, whole])
      await db.updateTable('vendor_records').set({ risk_tier: '' }).execute();
    assert.deepEqual(await published(daily), await published(whole));
    await checkTextIndex(daily);
    for (const database of [daily, whole]) await database.close();
    return anew;
  }

  const [one, two, three] = ['2025-08-10', '2025-08-11', '2025-08-12'] as const;

  test('makes anew only the records of licenses about which a file says anything new', async () => {
    const renewed = FLEET.map((each, index) => (index === 2 ? { ...each, expiresOn: '2027-06-01' } : each));
    assert.deepEqual(
      await lastOf([
        [one, [await listed('a.csv', one), await visited('v.csv', [1, '2025-07-03'], [2, '2025-08-09'])]],
        [
          two,
          [
            await listed('b.csv', two, renewed),
            await visited('w.csv', [1, '2025-07-03'], [2, '2025-08-09'], [5, two]),
          ],
        ],
      ]),
      [digitsOf(3), digitsOf(5), DATER],
    );
  });

  test('knows a license again that comes back just as it was', async () => {
    assert.deepEqual(
      await lastOf([
        [one, [await listed('a.csv', one)]],
        [two, [await listed('b.csv', two, FLEET.slice(1))]],
        [three, [await listed('c.csv', three)]],
      ]),
      [digitsOf(1), DATER],
    );
  });

  test('sees that a license is gone', async () => {
    assert.deepEqual(
      await lastOf([
        [one, [await listed('a.csv', one)]],
        [two, [await listed('b.csv', two, FLEET.slice(1))]],
      ]),
      [digitsOf(1), DATER],
    );
  });

  test('sees that a license is gone that another file of the same run still lists', async () => {
    assert.deepEqual(
      await lastOf([
        [one, [await listed('a.csv', one)]],
        [three, [await listed('b.csv', two), await listed('c.csv', three, FLEET.slice(1))]],
      ]),
      'all',
    );
  });

  test('sees the day come of a license that no file lists and whose only visit was still ahead', async () => {
    assert.deepEqual(
      await lastOf([
        [one, [await listed('a.csv', one), await visited('v.csv', [2, one], [8, two])]],
        [two, []],
      ]),
      [digitsOf(8)],
    );
  });

  test('sees what the names of an older file tell of earlier visits', async () => {
    const holder = { licenseeName: 'HOLDER BEFORE INC', businessName: 'EARLIER EATS' };
    assert.deepEqual(
      await lastOf([
        [
          one,
          [
            await listed('a.csv', one),
            await visited('v.csv', [1, '2025-07-03', { businessName: 'EARLIER EATS' }], [2, '2025-08-09']),
          ],
        ],
        [two, [await licenses('old.csv', '2025-07-10', [{ ...truck(1), ...holder }])]],
      ]),
      [digitsOf(1)],
    );
  });

  test('sees that a newer file of another district moves the days of another holder', async () => {
    const other = (day: IsoDate) => [
      { ...truck(1), licenseeName: 'HOLDER BEFORE INC', businessName: 'EARLIER EATS' },
      dater(day),
    ];
    const own = [
      { ...truck(1), district: '3' },
      { licenseNumber: 'MFD2650008', countyCode: '26', district: '3', lastInspectedOn: one },
    ];
    const anew = await lastOf([
      [
        one,
        [
          await licenses('other.csv', '2025-08-01', other('2025-08-01')),
          await licenses('own.csv', one, own),
          await visited('v.csv', [1, '2025-07-03'], [2, '2025-08-09']),
        ],
      ],
      [two, [await licenses('newer.csv', two, other(two))]],
    ]);
    assert.ok(anew.includes(digitsOf(1)), String(anew));
    const sameDay = await lastOf([
      [
        two,
        [
          await licenses('other.csv', '2025-08-01', other('2025-08-01')),
          await licenses('own.csv', one, own),
          await visited('v.csv', [1, '2025-07-03'], [2, '2025-08-09']),
        ],
      ],
      [two, [await licenses('newer.csv', two, other(two))]],
    ]);
    assert.ok(sameDay.includes(digitsOf(1)), String(sameDay));
  });

  test('sees both licenses when a visit turns out to be of another one', async () => {
    assert.deepEqual(
      await lastOf([
        [one, [await listed('a.csv', one), await visited('v.csv', [1, '2025-07-03'], [2, '2025-08-09'])]],
        [two, [await visited('w.csv', [3, '2025-07-03'], [2, '2025-08-09'], [5, two])]],
      ]),
      [digitsOf(1), digitsOf(3), digitsOf(5)],
    );
  });

  test('makes every record anew when the files no longer cover a whole year', async () => {
    const years = [
      await visited('last.csv', [1, '2024-07-03'], [2, '2025-06-28']),
      await visits('v.csv', [
        { visitId: 9_900_011, visitedOn: '2025-07-03', licenseNumber: digitsOf(1) },
        { visitId: 9_900_012, visitedOn: '2025-08-09', licenseNumber: digitsOf(2) },
      ]),
    ];
    const days: Day[] = [
      [one, [...years, await listed('a.csv', one)]],
      ['2025-08-20', []],
      ['2025-08-23', []],
    ];
    assert.deepEqual(await lastOf(days), []);
    assert.equal(await lastOf([...days, ['2025-08-24', []]]), 'all');
  });

  test('makes every record anew when a district gets its first license file', async () => {
    const visit = await visited('v.csv', [1, '2025-07-03'], [2, '2025-08-09']);
    assert.equal(
      await lastOf([
        [one, [visit]],
        [two, [await listed('a.csv', two, FLEET.slice(2))]],
      ]),
      'all',
    );
  });

  test('sees a license whose texts changed', async () => {
    const text = (words: string) =>
      file('t.json', JSON.stringify({ 9900001: [{ code: '23A-03-4', observation: `Basic - ${words}` }] }));
    const counted = { total: 1, basic: 1 };
    const visit = await visited('v.csv', [1, '2025-07-03', counted], [2, '2025-08-09']);
    assert.deepEqual(
      await lastOf([
        [one, [await listed('a.csv', one), visit, await text('Grime.')]],
        [two, [await text('Dust.')]],
      ]),
      [digitsOf(1)],
    );
  });

  test('makes every record anew after a week, for another code, format or an operator’s day, and after a withdrawal', async () => {
    const database = await open();
    const publishing = (day: IsoDate, more = {}) =>
      madeAnewBy(database, () => publish(database, { files: [], asOf: day, now, ...more }));
    await publishDay(database, one, [await listed('a.csv', one), await visited('v.csv', [1, '2025-08-09'])]);
    assert.deepEqual(await publishing(two), []);
    assert.deepEqual(await publishing('2025-08-16'), []);
    assert.equal(await publishing('2025-08-17'), 'all');
    assert.equal(await publishing('2025-08-16'), 'all');
    assert.deepEqual(await publishing('2025-08-18'), []);
    await ageRecords(database);
    assert.equal(await publishing('2025-08-19'), 'all');
    await database.db.updateTable('published_state').set({ record_format: 1 }).execute();
    assert.equal(await publishing('2025-08-20'), 'all');
    assert.equal(await publishing('2025-08-21', { keepAsOf: true }), 'all');
    assert.equal(await publishing('2025-08-22', { keepAsOf: false }), 'all');
    await publishDay(database, '2025-08-23', [await listed('b.csv', '2025-08-23')]);
    const { id: fileId } = await database.db
      .selectFrom('import_files')
      .select('id')
      .where('name', '=', 'b.csv')
      .executeTakeFirstOrThrow();
    const withdrawal = { fileId, ...OPERATOR };
    assert.equal(await publishing('2025-08-23', { withdrawal }), 'all');
    await database.close();
  });

  test('writes no record that only gets new days, and the same bytes are read as if it had', async () => {
    const database = await open();
    const { db } = database;
    const stored = () => db.selectFrom('vendor_records').selectAll().orderBy('vendor_id').execute();
    await publishDay(database, one, [await listed('a.csv', one), await visited('v.csv', [1, '2025-07-03'])]);
    const before = await stored();
    const { outcome, recordsWritten } = await publishDay(database, two, []);
    assert.deepEqual({ outcome, recordsWritten }, { outcome: 'published', recordsWritten: 0 });
    assert.deepEqual(await stored(), before);
    const read = await published(database);
    await ageRecords(database);
    await publishDay(database, two, []);
    assert.notDeepEqual(await stored(), before);
    assert.deepEqual((await published(database)).records, read.records);
    await database.close();
  });

  test('finds a vendor by a city that its file added to a name of the same letters', async () => {
    const database = await open();
    const inCity = (city: string) => ({ ...truck(1), businessName: 'TALLAHASSEE', city });
    await publishDay(database, one, [await licenses('a.csv', one, [inCity(''), dater(one)])]);
    await publishDay(database, two, [await licenses('b.csv', two, [inCity('TALLAHASSEE'), dater(two)])]);
    const rows = await database.db.selectFrom('vendors').select(['search_city', 'digits']).execute();
    assert.equal(rows.find(({ digits }) => digits === digitsOf(1))?.search_city, 'tallahassee');
    await database.close();
  });
});

async function madeOnOf({ db }: TestDatabase): Promise<string> {
  const { made_on: madeOn } = await db
    .selectFrom('published_state')
    .select('made_on')
    .executeTakeFirstOrThrow();
  return madeOn;
}
