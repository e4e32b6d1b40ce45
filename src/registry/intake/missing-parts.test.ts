import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines } from '../../../test/support/engines.ts';
import { AS_OF, file, licenses, now, run, truck, visits } from '../../../test/support/publication-runs.ts';
import { inspectionCsv, licenseCsv } from '../../../test/support/regulator-files.ts';
import {
  licensesInOrderOfIssue,
  licensesNumberedInOrder,
  visitsByCounty,
} from '../../../test/support/whole-files.ts';
import { publish } from '../publication/service.ts';
import type { ParsedFile } from '../sources/parsed-file.ts';
import { describeCoverage } from './coverage-service.ts';
import { findDamage } from './file-findings.ts';

/** A file that has none before it, and whose end is missing. docs/importing.md has the measure behind each bound. */

const codesOf = (read: ParsedFile) => findDamage(read, undefined, '2026-01-02').map(({ code }) => code);
const LICENSES = licensesInOrderOfIssue(600);
const read = (rows: typeof LICENSES) => file('hrfood6.csv', licenseCsv(rows));
const byCounty = LICENSES.toSorted((a, b) => (a.countyCode < b.countyCode ? -1 : 1));

test('a first license file in the order of issue is told from its last rows, at whatever line it ends', async () => {
  assert.deepEqual(codesOf(await read(LICENSES)), []);
  for (const rows of [570, 450, 300, 220])
    assert.deepEqual(codesOf(await read(LICENSES.slice(0, rows))), ['newest_rows_missing'], String(rows));
});

test('a first license file in the order of counties is told from those without a row', async () => {
  assert.deepEqual(codesOf(await read(byCounty)), []);
  assert.deepEqual(codesOf(await read(byCounty.slice(0, 300))), ['counties_missing']);
  const [problem] = findDamage(await read(byCounty.slice(0, 300)), undefined, '2026-01-02');
  assert.match(problem?.text ?? '', /^9 of the 18 counties of district 6 have no row \(Leon, Liberty, /);
  assert.deepEqual(codesOf(await read(byCounty.slice(0, 510))), [], 'three small counties may have none');
});

test('a license file in another order is not told from its last rows, which may be of any age', async () => {
  const shuffled = LICENSES.map((_, index) => LICENSES[(index * 211) % 600]).filter(
    (row) => row !== undefined,
  );
  assert.deepEqual(codesOf(await read(shuffled.slice(0, 390))), []);
});

test('a file of fewer rows than a district has is too small to tell', async () => {
  assert.deepEqual(codesOf(await read(LICENSES.slice(0, 199))), []);
  assert.deepEqual(codesOf(await read(byCounty.slice(0, 199))), []);
});

/** As the regulator's are: the oldest stand county by county, and of each county's newest numbers nearly all are there. */
const WHOLE = licensesNumberedInOrder(4_800);

test('a first license file is told from its first rows, at whatever line it begins', async () => {
  assert.deepEqual(codesOf(await read(WHOLE)), []);
  for (const share of [0.15, 0.3, 0.5, 0.7, 0.8])
    assert.deepEqual(
      codesOf(await read(WHOLE.slice(WHOLE.length * share))),
      ['oldest_rows_missing'],
      String(share),
    );
  assert.deepEqual(codesOf(await read(WHOLE.slice(-390))), [], 'too small to tell');
});

test('a first license file without every second or third row is told from the gaps between its newest numbers', async () => {
  for (const nth of [2, 3])
    assert.deepEqual(
      codesOf(await read(WHOLE.filter((_, index) => index % nth !== 0))),
      ['rows_between_missing'],
      String(nth),
    );
});

test('a first license file without its middle is told from the leap in its numbers', async () => {
  for (const [from, to] of [
    [0.2, 0.6],
    [0.3, 0.7],
    [0.4, 0.8],
  ] as const) {
    const rows = WHOLE.filter((_, index) => index < from * WHOLE.length || index >= to * WHOLE.length);
    assert.deepEqual(codesOf(await read(rows)), ['middle_rows_missing'], `${from} to ${to}`);
  }
});

test('the first inspections of a fiscal year are told from the counties without a row', async () => {
  const codes = async (rows: readonly string[][]) => codesOf(await file('v.csv', inspectionCsv(rows)));
  const visits = visitsByCounty(2_200);
  assert.deepEqual(await codes(visits), []);
  assert.deepEqual(await codes(visits.slice(0, 1_100)), ['counties_missing']);
  assert.deepEqual(
    await codes(visits.slice(0, 520)),
    ['counties_missing'],
    'more may be missing in a young year',
  );
  assert.deepEqual(await codes(visitsByCounty(900).slice(0, 550)), [], 'seven of 18');
  assert.deepEqual(await codes(visits.slice(0, 490)), [], 'too small to tell');
  const byDay = visits.toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
  assert.deepEqual(await codes(byDay.slice(0, 1_100)), [], 'reads like the file of an earlier day');
});

function dayOf(row: readonly string[]): string {
  const [month, day, year] = (row[14] ?? '').split('/');
  return `${year}-${month}-${day}`;
}

describeEngines('the first license file of a district', (open) => {
  test('publishes nothing when it is cut at a line end, and an operator can release it', async () => {
    const database = await open();
    const cut = await read(LICENSES.slice(0, 300));
    const held = await run(database, [cut]);
    assert.deepEqual([held.outcome, held.vendors], ['failed', 0]);
    assert.match(held.files[0]?.reason ?? '', /^newest_rows_missing: .* an operator can accept it/);
    const acceptance = { by: 'ola', because: 'The regulator confirmed it.' };
    const accepted = await publish(database, { files: [cut], asOf: AS_OF, now, acceptance });
    assert.deepEqual([accepted.outcome, accepted.vendors], ['published', 75]);
    await database.close();
  });

  test('is judged so again when the one before it is too old to compare', async () => {
    const database = await open();
    const old = LICENSES.slice(0, 200).map((row) => ({ ...row, lastInspectedOn: '2025-01-15' }));
    assert.equal((await run(database, [await read(old)])).outcome, 'published');
    const { files } = await run(database, [await read(LICENSES.slice(0, 300))]);
    assert.match(files[0]?.reason ?? '', /^newest_rows_missing/);
    const good = await run(database, [await read(LICENSES)]);
    assert.equal(good.files[0]?.outcome, 'published');
    await database.close();
  });

  test('is named in coverage until a newer one was compared with it', async () => {
    const database = await open();
    const first = async () => (await describeCoverage(database.db)).first_license_files;
    const fleet = Array.from({ length: 20 }, (_, index) => truck(index + 1));
    await run(database, [await licenses('a.csv', '2025-05-01', fleet)]);
    assert.deepEqual(await first(), ['licenses:district-6']);
    await run(database, [await licenses('b.csv', '2025-06-01', fleet)]);
    assert.deepEqual(await first(), []);
    await run(database, [await licenses('c.csv', '2025-12-01', fleet)]);
    assert.deepEqual(await first(), ['licenses:district-6'], 'too old to compare');
    await database.close();
  });

  test('is told from the licenses that inspections on file or of the same run visited', async () => {
    const fleet = Array.from({ length: 120 }, (_, index) => truck(index + 1));
    const visitsOf = (name: string, year: number, from: number, to: number) =>
      visits(
        name,
        fleet.slice(from, to).map(({ licenseNumber }, index) => ({
          ...{ visitId: 8_000_001 + from + index, caseId: 1_400_001 + from + index },
          ...{ licenseId: 8_900_001 + from + index, licenseNumber: licenseNumber.slice(3) },
          visitedOn: `${year}-10-20`,
        })),
      );
    const years = [await visitsOf('old.csv', 2023, 0, 20), await visitsOf('new.csv', 2025, 20, 120)];
    // Of the 100 that were visited in the two years before, 35 may be missing.
    for (const [listed, outcome] of [
      [85, 'published'],
      [84, 'held_back'],
    ] as const)
      for (const isOneRun of [true, false]) {
        const database = await open();
        const file = await licenses('l.csv', '2025-11-01', fleet.slice(0, listed));
        const all = isOneRun
          ? await run(database, [file, ...years])
          : await runEach(database, [years, [file]]);
        const own = all.files.find(({ name }) => name === 'l.csv');
        assert.equal(own?.outcome, outcome, `${listed} listed: ${own?.reason}`);
        if (outcome === 'held_back')
          assert.match(own?.reason ?? '', /^inspected_licenses_missing: 36 of 100 licenses/);
        await database.close();
      }
  });
});

async function runEach(database: Parameters<typeof run>[0], runs: readonly (readonly ParsedFile[])[]) {
  const files = [];
  for (const each of runs) files.push(...(await run(database, [...each])).files);
  return { files };
}
