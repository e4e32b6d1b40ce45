import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { AS_OF, cards, file, licenses, run, truck, visits } from '../../../test/support/publication-runs.ts';
import { describeCoverage } from '../../intake/coverage/coverage-service.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { publish } from './service.ts';

const DAY = '2025-11-01';
const status = async (database: TestDatabase) => {
  const card = (await cards(database)).get('2014:1350001');
  return card?.license.expires_on;
};
const before = (name = 'a.csv') => licenses(name, DAY, [{ ...truck(1), expiresOn: '2026-06-01' }]);
const renewed = (name = 'b.csv') => licenses(name, DAY, [{ ...truck(1), expiresOn: '2027-06-01' }]);

describeEngines('the age of files with one date', (open) => {
  test('a later run brings the newer file, with any file hashes', async () => {
    for (const [first, second, expected] of [
      [await before(), await renewed(), '2027-06-01'],
      [await renewed(), await before(), '2026-06-01'],
    ] as const) {
      const database = await open();
      const at = (time: string) => () => new Date(`2026-01-02T${time}Z`);
      await publish(database, { files: [first], asOf: AS_OF, now: at('12:00:00') });
      await publish(database, { files: [second], asOf: AS_OF, now: at('12:00:00') });
      assert.equal(await status(database), expected);
      await database.close();
    }
  });

  test('publication time takes precedence over the order of runs', async () => {
    const older: ParsedFile = { ...(await before()), publishedAt: '2025-11-02T06:00:00.000Z' };
    const newer: ParsedFile = { ...(await renewed()), publishedAt: '2025-11-03T06:00:00.000Z' };
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const database = await open();
      for (const each of order) await run(database, [each]);
      assert.equal(await status(database), '2027-06-01');
      await database.close();
    }
  });

  test('within a run, the file with the later name is newer', async () => {
    for (const [one, two, expected] of [
      [await before('1/l.csv'), await renewed('2/l.csv'), '2027-06-01'],
      [await renewed('1/l.csv'), await before('2/l.csv'), '2026-06-01'],
    ] as const) {
      const database = await open();
      await run(database, [two, one]);
      assert.equal(await status(database), expected);
      await database.close();
    }
  });

  test('a file with a few rows dated in the future does not block the next file', async () => {
    const fleet = Array.from({ length: 120 }, (_, index) => truck(index + 1));
    const ahead = fleet.map((each, index) => (index < 2 ? { ...each, lastInspectedOn: '2025-12-30' } : each));
    const next = [{ ...truck(1), expiresOn: '2027-06-01' }, ...fleet.slice(1)];
    const database = await open();
    const first = await run(database, [await licenses('a.csv', '2025-11-01', ahead)]);
    assert.equal(first.files[0]?.fileDate, '2025-11-01');
    await run(database, [await licenses('b.csv', '2025-11-02', next)]);
    assert.equal(await status(database), '2027-06-01');
    await database.close();
  });

  test('an older file is set aside, which is reported in the run and in coverage', async () => {
    const database = await open();
    const newest = await licenses('new.csv', '2025-12-01', [truck(1), truck(2)]);
    const oldest = await licenses('old.csv', '2025-11-01', [truck(1), truck(2)]);
    await run(database, [newest]);
    const { files, outcome } = await run(database, [oldest]);
    assert.equal(outcome, 'unchanged');
    assert.deepEqual(
      files.map((each) => [each.outcome, each.reason]),
      [['set_aside', 'older than the file in use, new.csv of 2025-12-01']],
    );
    const coverage = await describeCoverage(database);
    assert.deepEqual(
      [coverage.files.map(({ name }) => name), coverage.set_aside.map(({ name }) => name)],
      [['new.csv'], ['old.csv']],
    );
    await database.close();
  });

  test('if two files have the same newest date, the file that is set aside is not described as older', async () => {
    const database = await open();
    const { files } = await run(database, [await before('1/l.csv'), await renewed('2/l.csv')]);
    const same = 'with the same newest date as the file in use';
    const wayOn = 'if that is the wrong one, withdraw it (import --withdraw 2)';
    assert.deepEqual(
      files.map((each) => each.reason),
      [`${same}, 2/l.csv of ${DAY}, whose name comes later; ${wayOn}`, null],
    );
    await database.close();
  });

  test('if two files have the same newest date and name, the report states that neither is known to be newer', async () => {
    const database = await open();
    const { files } = await run(database, [await before('l.csv'), await renewed('l.csv')]);
    assert.match(files[0]?.reason ?? '', /l\.csv of 2025-11-01, and neither is known to be newer; if/);
    await database.close();
  });

  test('if two files have the same newest date, the report states that their publication times differ', async () => {
    const database = await open();
    await run(database, [{ ...(await renewed()), publishedAt: '2025-11-03T06:00:00.000Z' }]);
    const { files } = await run(database, [{ ...(await before()), publishedAt: '2025-11-02T06:00:00.000Z' }]);
    assert.match(
      files[0]?.reason ?? '',
      /with the same newest date .*, which was published or read later; if/,
    );
    await database.close();
  });

  test('a file without vendors does not publish anything to an empty database', async () => {
    const database = await open();
    const restaurants = await visits('r.csv', [
      { visitId: 1, licenseType: '2010', licenseNumber: '1350001' },
    ]);
    const publication = await run(database, [restaurants, await file('home.csv', '<html>')]);
    assert.deepEqual([publication.outcome, publication.fictional, publication.version], ['failed', false, 0]);
    assert.deepEqual(await database.db.selectFrom('published_state').selectAll().execute(), []);
    await database.close();
  });
});
