import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { changeSnapshot, snapshotFile } from '../../../test/support/change-snapshot.ts';
import { listed, publishDay, visited } from '../../../test/support/daily-publications.ts';
import { digitsOf, FLEET } from '../../../test/support/daily-world.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { publishedRecords } from '../../../test/support/published-records.ts';

const [one, two] = ['2025-08-10', '2025-08-11'] as const;

describeEngines('an import after a snapshot was damaged', (open) => {
  const renewed = FLEET.map((each, index) => (index === 0 ? { ...each, expiresOn: '2027-06-01' } : each));
  /** Publishes two days, and damages the first day's snapshot in between. */
  const publishBoth = async (damage?: (database: TestDatabase) => Promise<unknown>) => {
    const database = await open();
    await publishDay(database, one, [await listed('a.csv', one), await visited('v.csv', [1, '2025-07-03'])]);
    await damage?.(database);
    await publishDay(database, two, [await listed('b.csv', two, renewed)]);
    const records = await publishedRecords(database.published.db);
    const changes = await database.db.selectFrom('record_changes').selectAll().orderBy('number').execute();
    const kinds = changes.flatMap(({ license_key: key, changes: text }) =>
      key.endsWith(digitsOf(1)) ? JSON.parse(text).map(({ kind }: { kind: string }) => kind) : [],
    );
    await database.close();
    return { records, kinds };
  };

  test('replaces a damaged record and does not report a change for it', async () => {
    const expected = await publishBoth();
    assert.deepEqual(expected.kinds, ['appeared', 'status']);
    const replaceIn = (from: string, to: string) => (database: TestDatabase) =>
      changeSnapshot(database, (snapshot) =>
        snapshot
          .prepare(
            `update records set scorecard = replace(scorecard, ?, ?)
             where position = (select position from vendors where digits = ?)`,
          )
          .run(from, to, digitsOf(1)),
      );
    for (const damage of [replaceIn('"name":"', '"name":'), replaceIn('"name":"', '"name":"X')]) {
      const { records, kinds } = await publishBoth(damage);
      assert.deepEqual(records, expected.records);
      assert.deepEqual(kinds, ['appeared']);
    }
  });

  test('publishes all records again if the previous day’s file is lost', async () => {
    const expected = await publishBoth();
    const lost = await publishBoth(async (database) => rmSync(await snapshotFile(database)));
    assert.deepEqual(lost.records, expected.records);
  });
});
