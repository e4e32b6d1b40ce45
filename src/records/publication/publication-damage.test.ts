import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines } from '../../../test/support/engines.ts';
import { cards, file, licenses, run, truck, visits } from '../../../test/support/publication-runs.ts';
import {
  applicationCsv,
  applicationRow,
  inspectionCsv,
  inspectionRow,
} from '../../../test/support/regulator-files.ts';
import { readRowsInForce } from '../../../test/support/rows-in-force.ts';

const FLEET = Array.from({ length: 40 }, (_, index) => truck(index + 1));
const VISITS = FLEET.map(({ licenseNumber }, index) => ({
  visitId: index + 1,
  licenseNumber: licenseNumber.slice(3),
  visitedOn: '2025-11-05',
}));

describeEngines('the check for damaged files', (open) => {
  test('holds a file that makes all licenses delinquent, and reports how many', async () => {
    const database = await open();
    await run(database, [await licenses('a.csv', '2025-11-01', FLEET)]);
    const delinquent = FLEET.map((each) => ({ ...each, primaryStatus: '45' }));
    const { files } = await run(database, [await licenses('b.csv', '2025-11-02', delinquent)]);
    assert.deepEqual(
      files.map(({ outcome, reason }) => [outcome, reason]),
      [
        [
          'held_back',
          'statuses_against_expiry: 40 of 40 licenses are current long after their expiry date, or delinquent long before it. If a download at least 20 hours later agrees, it is published; an operator can accept it at once (import --accept). If a.csv, the file before it, is the wrong one, withdraw that first (import --withdraw).',
        ],
      ],
    );
    const seen = await cards(database);
    assert.ok([...seen.values()].every(({ license }) => license.status === 'current'));
    await database.close();
  });

  test('holds a first inspection file that lacks visits listed in license files', async () => {
    const database = await open();
    const rows = VISITS.map((visit, index) => ({
      ...visit,
      visitedOn: index === 0 ? '2025-11-05' : '2025-10-01',
    }));
    const seen = FLEET.map((truck, index) => ({ ...truck, lastInspectedOn: rows[index]?.visitedOn ?? '' }));
    const cut = await visits('v.csv', rows.slice(0, 20));
    const { files } = await run(database, [cut, await licenses('a.csv', '2025-11-05', seen)]);
    assert.match(
      files.find(({ name }) => name === 'v.csv')?.reason ?? '',
      /^known_visits_missing: the license files name 39 visits .* and the file lacks 20 of them/,
    );
    await database.close();
  });

  test('holds a first statewide file that lacks visits listed in a district’s file', async () => {
    const database = await open();
    const rows = VISITS.map((visit, index) => ({
      ...visit,
      visitedOn: index === 0 ? '2025-11-05' : '2025-10-01',
    }));
    await run(database, [await visits('w.csv', rows)]);
    const statewide = rows.map((row, index) => ({ ...row, district: `D${1 + (index % 7)}` }));
    const other = await run(database, [await visits('s.csv', statewide.slice(0, 20))]);
    assert.match(other.files[0]?.reason ?? '', /other inspection files name 39 visits .* lacks 20/);
    const complete = await run(database, [await visits('t.csv', statewide)]);
    assert.doesNotMatch(complete.files[0]?.reason ?? '', /known_visits_missing/);
    await database.close();
  });

  test('compares a file with the previous file, whether from an earlier run or the same run', async () => {
    const first = await licenses('a.csv', '2025-11-01', FLEET);
    const renamed = FLEET.map((each) => ({ ...each, businessName: `ANOTHER NAME ${each.licenseNumber}` }));
    const second = await licenses('b.csv', '2025-11-02', renamed);
    for (const runs of [[[first], [second]], [[second, first]]]) {
      const database = await open();
      const outcomes = [];
      for (const files of runs) outcomes.push(...(await run(database, files)).files);
      assert.deepEqual(
        outcomes.map(({ name, outcome }) => [name, outcome]),
        [
          ['a.csv', 'published'],
          ['b.csv', 'held_back'],
        ],
      );
      assert.match(
        outcomes[1]?.reason ?? '',
        /^businesses_renamed: 40 of 40 licenses have another business name/,
      );
      await database.close();
    }
  });

  test('publishes a file with visits from two districts, and raises a doubt', async () => {
    const database = await open();
    const rows = [1, 2, 3, 4].map((visitId) => ({
      visitId,
      visitedOn: '2025-09-02',
      licenseNumber: `${visitId < 3 ? '135' : '265'}000${visitId}`,
      ...(visitId < 3 ? {} : { district: 'D5', countyCode: '26' }),
    }));
    const { files } = await run(database, [await visits('a.csv', rows)]);
    assert.deepEqual(
      [files[0]?.outcome, files[0]?.findings],
      [
        'published',
        [
          {
            code: 'districts_mixed',
            text: 'the visits are of districts 5 and 6, and a file usually covers one district, or all',
          },
        ],
      ],
    );
    await database.close();
  });

  test('leaves a visit unchanged if its row is shifted by a column in the next file', async () => {
    const database = await open();
    const old = VISITS.map((each, index) => ({
      ...each,
      visitId: 6_300_001 + index,
      caseId: 1_300_001 + index,
      licenseId: 8_800_001 + index,
      businessName: `HERON CREPES ${index}`,
    }));
    const newest = {
      visitId: 6_400_001,
      caseId: 1_400_001,
      licenseId: 8_800_001,
      licenseNumber: old[0]?.licenseNumber ?? '',
    };
    await run(database, [await file('a.csv', inspectionCsv(old.map((each) => inspectionRow(each))))]);
    for (const shift of [
      (cells: string[]) => ['', ...cells.slice(0, -1)],
      (cells: string[]) => [...cells.slice(1), ''],
      (cells: string[]) => [...cells.slice(0, 17), '', ...cells.slice(17, -1)],
    ]) {
      const rows = old.map((each, index) => (index === 3 ? shift(inspectionRow(each)) : inspectionRow(each)));
      const text = inspectionCsv([...rows, inspectionRow({ ...newest, visitedOn: '2025-11-06' })]);
      const { files } = await run(database, [await file('b.csv', text)]);
      assert.deepEqual(
        [files[0]?.outcome, Object.values(files[0]?.refusals ?? {})],
        ['published', [1]],
        files[0]?.reason ?? '',
      );
      const card = (await cards(database)).get(`2014:${old[3]?.licenseNumber}`);
      assert.deepEqual(
        card?.inspections.map(({ visit_id }) => visit_id),
        [6_300_004],
      );
    }
    await database.close();
  });

  test('holds a file that contains every row twice', async () => {
    const database = await open();
    const { files } = await run(database, [await licenses('a.csv', '2025-11-01', [...FLEET, ...FLEET])]);
    assert.match(files[0]?.reason ?? '', /^licenses_repeated: 40 of 80 licenses are listed twice/);
    await database.close();
  });

  test('publishes a license listed twice with differences for one licensee, using only the values that both rows share', async () => {
    for (const order of [1, -1]) {
      const database = await open();
      const other = { ...truck(1), primaryStatus: '45', expiresOn: '2025-06-01' };
      const rows = [...FLEET, other];
      const { files } = await run(database, [
        await licenses('a.csv', '2025-11-01', order > 0 ? rows : rows.toReversed()),
      ]);
      assert.deepEqual(
        files.map(({ outcome, rowsKept, refusals, warnings }) => [outcome, rowsKept, refusals, warnings]),
        [['published', 40, { contradicts_other_row: 1 }, { license_rows_contradict: 1 }]],
      );
      const held = (await readRowsInForce(database.db)).licenses.find(
        ({ digits }) => digits === truck(1).licenseNumber.slice(3),
      );
      assert.equal(held?.businessName, `PELICAN TACO WAGON ${truck(1).licenseNumber}`);
      assert.deepEqual([held.primaryStatus, held.secondaryStatus, held.expiresOn], ['', '', null]);
      const named = await database.db.selectFrom('refused_rows').select(['reason', 'content']).execute();
      assert.equal(named.length, 1);
      assert.ok(named[0]?.content.includes(truck(1).licenseNumber), named[0]?.content);
      await database.close();
    }
  });

  test('does not treat a duplicate row, or the same licensee’s superseded row, as a contradiction', async () => {
    const database = await open();
    const superseded = { ...truck(2), primaryStatus: '45', secondaryStatus: '45', expiresOn: '2025-06-01' };
    const rows = [superseded, ...FLEET, truck(1)];
    const { files } = await run(database, [await licenses('a.csv', '2025-11-01', rows)]);
    assert.deepEqual([files[0]?.outcome, files[0]?.refusals], ['published', {}]);
    const seen = await cards(database);
    assert.ok([...seen.values()].every(({ license }) => license.status === 'current'));
    await database.close();
  });

  test('does not let licenses that are listed twice with differences affect other licenses', async () => {
    const database = await open();
    const twice = [...FLEET, ...FLEET.slice(0, 4).map((each) => ({ ...each, expiresOn: '2025-06-01' }))];
    const { files } = await run(database, [await licenses('a.csv', '2025-11-01', twice)]);
    assert.deepEqual(
      [files[0]?.outcome, files[0]?.findings.map(({ code }) => code)],
      ['published', ['rows_refused', 'license_rows_contradict']],
    );
    assert.equal((await cards(database)).size, 40);
    await database.close();
  });

  test('accepts a new fiscal year’s application file that does not repeat the old year’s applications', async () => {
    const database = await open();
    const approvals = (year: number, months: readonly string[]) =>
      months.map((month) => {
        const approvedOn = `${year}-${month}-03`;
        return applicationRow({ applicationNumber: String(year) + month, approvedOn });
      });
    const old = applicationCsv(approvals(2025, ['01', '02', '03', '04', '05', '06']));
    await run(database, [await file('a.csv', old)]);
    const next = await run(database, [await file('b.csv', applicationCsv(approvals(2025, ['07', '08'])))]);
    assert.deepEqual([next.files[0]?.outcome, next.files[0]?.reason], ['published', null]);
    await database.close();
  });

  test('holds a file whose visits move to another year', async () => {
    const database = await open();
    await run(database, [await visits('a.csv', VISITS)]);
    const later = VISITS.map((each) => ({ ...each, visitedOn: '2025-11-20' }));
    const { files } = await run(database, [await visits('b.csv', later)]);
    assert.match(files[0]?.reason ?? '', /^visits_redated: 40 of 40/);
    await database.close();
  });
});
