import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { addDays, type IsoDate, parseUsDate } from '../../../lib/time/dates.ts';
import { RESERVED_LICENSES } from '../reserved/reserved-licenses.ts';
import { writeDemoFiles } from './write-demo-files.ts';

const TODAY = '2026-10-15';
const VENDORS = 300;
const DAYS_TO_CHECK = [
  '2026-07-01',
  '2026-07-03',
  '2028-02-29',
  '2026-12-31',
  '2027-06-30',
  '2026-10-01',
  TODAY,
];

const INSPECTION = {
  type: 3,
  digits: 4,
  caseNumber: 9,
  visit: 10,
  date: 14,
  total: 17,
  licenseId: 80,
  id: 81,
};

const root = await mkdtemp(join(tmpdir(), 'demo-'));

/** Writes demo files to a new directory and reads them back. Returns a map from file name to content. */
async function generate(today: IsoDate, seed = 7): Promise<Map<string, string>> {
  const directory = await mkdtemp(join(root, 'run-'));
  const paths = await writeDemoFiles({
    directory: join(directory, 'new'),
    today,
    vendorCount: VENDORS,
    seed,
  });
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Map(paths.map((path, index) => [basename(path), texts[index] ?? '']));
}

const shared = await generate(TODAY);

/**
 * Returns the rows of all files of one kind, without their header rows. Fails if a row has a different number
 * of columns.
 */
function records(files: Map<string, string>, kind: RegExp, columns: number): string[][] {
  return [...files]
    .filter(([name]) => kind.test(name))
    .flatMap(([, text]) => parse(text, { relax_column_count: false }))
    .filter((row) => {
      assert.equal(row.length, columns);
      return row[0] !== 'District' && row[0] !== 'Board Code' && row[0] !== 'Application Number';
    });
}

const inspectionsOf = (files: Map<string, string>): string[][] => records(files, /fdinspi/, 82);
const licensesOf = (files: Map<string, string>): string[][] => records(files, /hrfood/, 35);
const applicationsOf = (files: Map<string, string>): string[][] => records(files, /newfood|chgownr/, 38);

describe('demo files', () => {
  after(() => rm(root, { recursive: true }));

  test('are byte-identical for the same options, and differ for another seed', async () => {
    assert.deepEqual(await generate(TODAY), shared);
    assert.notDeepEqual(await generate(TODAY, 8), shared);
  });

  test('are all listed in the returned paths, and no temporary file is left in the directory', async () => {
    const directory = join(root, 'listed');
    const paths = await writeDemoFiles({ directory, today: TODAY, vendorCount: 100 });
    assert.deepEqual(paths.map((path) => basename(path)).toSorted(), (await readdir(directory)).toSorted());
    assert.ok(paths.includes(join(directory, '6fdinspi_2526.csv')));
  });

  test('are not written for an impossible day or a count below the minimum', async () => {
    await assert.rejects(writeDemoFiles({ directory: root, today: '2026-02-30' }), RangeError);
    await assert.rejects(writeDemoFiles({ directory: root, today: TODAY, vendorCount: 99 }), RangeError);
    await assert.rejects(writeDemoFiles({ directory: root, today: TODAY, months: 121 }), RangeError);
    await assert.rejects(writeDemoFiles({ directory: root, today: TODAY, vendorCount: 650_001 }), RangeError);
  });

  for (const today of DAYS_TO_CHECK) {
    test(`created for ${today}: no record has a later date, and every district has an inspection on that day`, async () => {
      const files = await generate(today);
      const newest = new Map<string, string>();
      for (const row of inspectionsOf(files)) {
        const date = parseUsDate(row[INSPECTION.date] ?? '');
        assert.ok(date !== undefined && date <= today, row.join());
        assert.ok(date > addDays(today, -3 * 366), row.join());
      }
      for (const row of licensesOf(files)) {
        const last = row[31] === '' ? '' : parseUsDate(row[31] ?? '');
        assert.ok(last !== undefined && last <= today, row.join());
        const expiry = parseUsDate(row[30] ?? '') ?? '';
        assert.ok(row[28] === '20' ? expiry > today : expiry < today, row.join());
        const district = row[25] ?? '';
        if (last > (newest.get(district) ?? '')) newest.set(district, last);
      }
      for (const row of applicationsOf(files)) {
        const approved = parseUsDate(row[2] ?? '');
        assert.ok(approved !== undefined && approved <= today, row.join());
      }
      assert.deepEqual([...newest.values()], Array(7).fill(today));
    });

    test(`created for ${today}: each inspection is in the file for its fiscal year`, async () => {
      const files = await generate(today);
      const yearOf = (date: IsoDate): number => Number(date.slice(0, 4)) - (date.slice(5) < '07-01' ? 1 : 0);
      for (const [name, text] of files) {
        const match = /^\dfdinspi(?:_(\d\d)\d\d)?\.csv$/.exec(name);
        if (match === null) continue;
        const year = match[1] === undefined ? yearOf(today) : 2000 + Number(match[1]);
        for (const row of records(new Map([[name, text]]), /./, 82)) {
          assert.equal(yearOf(parseUsDate(row[INSPECTION.date] ?? '') ?? ''), year, name);
          assert.equal(row[0], `D${name[0]}`);
        }
      }
    });
  }

  test('have unique visit ids, and number the visits in a case from 1 without gaps, by date', () => {
    const ids = new Set<string>();
    const cases = new Map<string, Map<number, string>>();
    for (const row of inspectionsOf(shared)) {
      const id = row[INSPECTION.id] ?? '';
      assert.ok(!ids.has(id), `visit ${id} twice`);
      ids.add(id);
      const key = `${row[INSPECTION.type]}/${row[INSPECTION.caseNumber]}`;
      const visits = cases.get(key) ?? new Map<number, string>();
      visits.set(Number(row[INSPECTION.visit]), parseUsDate(row[INSPECTION.date] ?? '') ?? '');
      cases.set(key, visits);
    }
    for (const [key, visits] of cases) {
      const numbers = [...visits.keys()].toSorted((a, b) => a - b);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
        key,
      );
      const dates = numbers.map((number) => visits.get(number));
      assert.deepEqual(dates, dates.toSorted(), key);
    }
  });

  test('never use the same License ID for two licenses', () => {
    const owners = new Map<string, string>();
    for (const row of inspectionsOf(shared)) {
      const id = row[INSPECTION.licenseId] ?? '';
      const license = `${row[INSPECTION.type]}/${row[INSPECTION.digits]}`;
      assert.equal(owners.get(id) ?? license, license);
      owners.set(id, license);
    }
  });

  test('have totals that are the sum of their tiers, and of their categories except the reporting-only ones', () => {
    for (const row of inspectionsOf(shared)) {
      const [total, high, intermediate, basic] = row
        .slice(INSPECTION.total, INSPECTION.total + 4)
        .map(Number);
      assert.equal(total, (high ?? 0) + (intermediate ?? 0) + (basic ?? 0));
      const categories = row.slice(22, 80).map(Number);
      const reportingOnly = categories.slice(44, 49).reduce((sum, count) => sum + count, 0);
      assert.equal(categories.reduce((sum, count) => sum + count, 0) - reportingOnly, total);
    }
  });

  test('contain only numbers that the regulator never uses', () => {
    for (const row of inspectionsOf(shared)) {
      assert.match(row[INSPECTION.digits] ?? '', /^\d\d9\d{4}$/);
      for (const column of [INSPECTION.caseNumber, INSPECTION.licenseId, INSPECTION.id]) {
        assert.ok(Number(row[column]) >= 900_000_000, row.join());
      }
    }
    for (const row of licensesOf(shared)) {
      assert.match(row[27] ?? '', /^[A-Z]{3}\d\d9\d{4}$/);
      assert.equal(row[15], 'FICTIONAL');
      assert.match(row[12] ?? '', /555-01\d\d$/);
    }
    for (const row of applicationsOf(shared)) {
      assert.match(row[30] ?? '', /^[A-Z]{3}\d\d9\d{4}$/);
      assert.ok(Number(row[0]) >= 900_000_000);
    }
  });

  test('have a vendor in every county, and include other license types', () => {
    const counties = new Set(inspectionsOf(shared).map((row) => row[INSPECTION.digits]?.slice(0, 2)));
    assert.equal(counties.size, 67);
    const types = new Set(licensesOf(shared).map((row) => row[1]));
    assert.deepEqual([...types].toSorted(), ['2010', '2013', '2014', '2015']);
  });

  test('put each reserved license in the state that it is reserved for', () => {
    const rows = Map.groupBy(licensesOf(shared), (row) => row[27] ?? '');
    const statuses = RESERVED_LICENSES.map((reserved) => [
      reserved.state,
      (rows.get(reserved.license_number) ?? []).map((row) => [row[14], `${row[28]}/${row[29]}`]),
    ]);
    const special: Record<string, string[]> = {
      delinquent: ['45/20'],
      'transfer-pending': ['20/18'],
      relinquished: ['46/'],
      superseded: ['45/45'],
      'not-on-file': [],
    };
    assert.deepEqual(
      statuses,
      RESERVED_LICENSES.map(({ state, name }) => [
        state,
        (special[state] ?? ['20/20']).map((status) => [name, status]),
      ]),
    );
  });

  test('give each reserved license its scripted visits, counted back from today', () => {
    const rows = inspectionsOf(shared);
    for (const { license_number: number, cases } of RESERVED_LICENSES) {
      const type = number.startsWith('CAT') ? '2013' : '2014';
      const own = rows.filter(
        (row) => row[INSPECTION.digits] === number.slice(3) && row[INSPECTION.type] === type,
      );
      const firstVisits = own.filter((row) => row[INSPECTION.visit] === '1');
      assert.deepEqual(
        firstVisits.map((row) => [parseUsDate(row[INSPECTION.date] ?? ''), row[12], row[13]]).toSorted(),
        cases.map((one) => [addDays(TODAY, -one.daysAgo), one.type, one.dispositions[0]]).toSorted(),
        number,
      );
      assert.equal(own.length, cases.flatMap((one) => one.dispositions).length, number);
    }
  });

  test('have only one pair of mobile vendors and caterers with the same digits: the ambiguous pair', () => {
    const byDigits = Map.groupBy(RESERVED_LICENSES, ({ license_number }) => license_number.slice(3));
    const shared = [...byDigits.values()].filter((entries) => entries.length > 1);
    assert.deepEqual(
      shared.map((entries) => entries.map(({ state }) => state)),
      [['ambiguous', 'ambiguous']],
    );
  });
});
