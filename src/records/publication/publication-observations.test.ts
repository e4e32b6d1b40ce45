import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDemoFiles } from '../../../test/support/demo-app.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { inspectionCsv, inspectionRow } from '../../../test/support/regulator-files.ts';
import { readRowsInForce } from '../../../test/support/rows-in-force.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { readRegulatorFile } from '../../regulator/florida/read-file.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { publish } from './service.ts';

const AS_OF = '2025-12-31';
const now = () => new Date('2026-01-02T12:00:00Z');

async function file(name: string, content: string): Promise<ParsedFile> {
  return readRegulatorFile({ name, bytes: Buffer.from(content), publishedAt: null }, '2026-01-02');
}

const INSPECTIONS = inspectionCsv([
  inspectionRow({ visitId: 9900001, total: 2, basic: 2, categories: { 35: 2 } }),
  inspectionRow({
    visitId: 9900002,
    caseId: 7700002,
    licenseType: '2010',
    total: 1,
    basic: 1,
    categories: { 35: 1 },
  }),
]);
const observations = (text: string, visits = [9900001, 9900002]) =>
  JSON.stringify(
    Object.fromEntries(
      visits.map((visit) => [visit, [{ code: '35A-03-4', observation: `Basic - ${text}` }]]),
    ),
  );

async function texts(database: TestDatabase): Promise<(string | undefined)[]> {
  const rows = await database.published.db.selectFrom('records').select('scorecard').execute();
  const cards: Scorecard[] = rows.map(({ scorecard }) => JSON.parse(scorecard));
  return cards.flatMap(({ inspections }) =>
    inspections.flatMap(({ violations }) =>
      violations.map(({ text, count }) => text ?? `${count} without text`),
    ),
  );
}

const stored = async ({ db }: TestDatabase) =>
  (await readRowsInForce(db)).observations.map((row) => `${row.visitId}/${row.position} ${row.text}`);

describeEngines('observations in a publication', (open) => {
  test('are refused if a spreadsheet rounded the visit ids', async () => {
    const database = await open();
    const numbers = (step: number) => Array.from({ length: 30 }, (_, nth) => 9_900_000 + step * nth);
    const publishTexts = async (name: string, visits: readonly number[]) => {
      const files = [await file(name, observations('Floor soiled.', [...visits]))];
      return (await publish(database, { files, asOf: AS_OF, now })).files[0];
    };
    const rounded = await publishTexts('rounded.json', numbers(100));
    assert.equal(rounded?.outcome, 'held_back');
    assert.match(rounded.reason ?? '', /^visit_numbers_rounded: 30 of 30 visits .*an operator/);
    assert.deepEqual(await stored(database), []);
    assert.equal((await publishTexts('plain.json', numbers(7)))?.outcome, 'published');
    await database.close();
  });

  test('may arrive before, with or after their inspections, and are not served for a restaurant', async () => {
    const inspections = await file('6fdinspi.csv', INSPECTIONS);
    const observed = await file('obs.json', observations('Pretend beetles.'));
    for (const runs of [
      [[observed], [inspections]],
      [[inspections], [observed]],
      [[observed, inspections]],
    ]) {
      const database = await open();
      for (const files of runs) await publish(database, { files, asOf: AS_OF, now });
      assert.deepEqual(await texts(database), ['Pretend beetles.', '1 without text']);
      const again = await publish(database, { files: [observed, inspections], asOf: AS_OF, now });
      assert.equal(again.outcome, 'unchanged');
      await database.close();
    }
  });

  test('do not publish anything without inspections, because an empty state would mean “nothing found”', async () => {
    const database = await open();
    const run = await publish(database, {
      files: [await file('obs.json', observations('x'))],
      asOf: AS_OF,
      now,
    });
    assert.deepEqual([run.outcome, run.version, run.files[0]?.outcome], ['failed', 0, 'published']);
    await database.close();
  });

  test('come from the newer file if two files cover the same visit, no matter which file is read first', async () => {
    const older = await file('a.json', observations('First. - From follow-up inspection 2025-10-01: Shut.'));
    const newer = await file(
      'b.json',
      observations('Second. - From follow-up inspection 2025-11-01: Open.', [9900001]),
    );
    const results: string[][] = [];
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const database = await open();
      for (const each of order) await publish(database, { files: [each], asOf: AS_OF, now });
      results.push(await stored(database));
      await database.close();
    }
    assert.deepEqual(results[0], results[1]);
    assert.deepEqual(results[0], [
      '9900001/1 Second.\nFrom follow-up inspection 2025-11-01: Open.',
      '9900002/1 First.\nFrom follow-up inspection 2025-10-01: Shut.',
    ]);
  });

  test('from an older file are all replaced if the newer file has fewer citations for the visit', async () => {
    const database = await open();
    const two = JSON.stringify({
      9900001: ['One.', 'Two.'].map((text) => ({ code: '35A-03-4', observation: `Basic - ${text}` })),
    });
    await publish(database, { files: [await file('a.json', two)], asOf: AS_OF, now });
    const newer = observations('Only. - From follow-up inspection 2025-11-01: Yes.', [9900001]);
    await publish(database, { files: [await file('b.json', newer)], asOf: AS_OF, now });
    assert.deepEqual(await stored(database), ['9900001/1 Only.\nFrom follow-up inspection 2025-11-01: Yes.']);
    await database.close();
  });

  test('from fictional and real records are never mixed, and real observations by themselves do not remove a fictional record', async () => {
    const demo = await readDemoFiles(100);
    const observed = await file('obs.json', observations('Real.'));
    const fictional = demo.filter(({ records }) => records?.kind === 'observations');
    const database = await open();
    await publish(database, { files: demo, asOf: '2026-03-16', now });
    const alone = await publish(database, { files: [observed], asOf: '2026-03-16', now });
    assert.deepEqual(
      [alone.outcome, alone.files[0]?.outcome, alone.fictional],
      ['failed', 'held_back', true],
    );
    const real = [observed, await file('6fdinspi.csv', INSPECTIONS)];
    const replaced = await publish(database, { files: [...real, ...fictional], asOf: AS_OF, now });
    assert.deepEqual(replaced.files.map(({ outcome }) => outcome).sort(), [
      'held_back',
      'published',
      'published',
    ]);
    assert.deepEqual(await stored(database), ['9900001/1 Real.', '9900002/1 Real.']);
    await database.close();
  });
});
