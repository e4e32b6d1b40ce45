import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { file, licenses, truck, visits } from '../../../test/support/publication-runs.ts';
import {
  applicationCsv,
  applicationRow,
  closureRow,
  closureWorkbook,
  licenseCsv,
  licenseRow,
} from '../../../test/support/regulator-files.ts';
import { createRandom } from '../../lib/random.ts';
import type { LicenseRow, ParsedFile } from '../../regulator/source/parsed-file.ts';
import { type Before, checkFile } from './check-file.ts';

const TODAY = '2026-01-02';
const FIRST: Before = { previous: undefined, known: undefined };
const check = (read: ParsedFile, before = FIRST) => checkFile(read, before, TODAY, () => false);
const refusalsOf = (read: ParsedFile, before = FIRST) =>
  check(read, before).refusals.map(({ code, kind }) => `${code}: ${kind}`);
const doubtsOf = (read: ParsedFile, before = FIRST) => check(read, before).doubts.map(({ code }) => code);

/** Returns a file as the previous edition, in the form that a run reads from the database. */
function editionOf(read: ParsedFile, licensesByCounty?: ReadonlyMap<string, number>): Before {
  const { name, rowsRead, rowsKept, fileDate } = read;
  const counties = licensesByCounty ? { licensesByCounty } : {};
  return { previous: { name, rowsRead, rowsKept, fileDate, ...counties }, known: read.records };
}

type License = Parameters<typeof licenses>[2][number];
const fleet = (count: number, change: (index: number) => License = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    ...truck(index + 1),
    businessName: `HERON CREPES ${index}`,
    licenseeName: `SAMPLE, HERON ${index}`,
    ...change(index),
  }));
const changed = (rows: readonly License[], at: number, fields: License) =>
  rows.map((row, index) => (index === at ? { ...row, ...fields } : row));
const edition = (name: string, day: string, rows: License[]) => licenses(name, day, rows);
const licensesIn = ({ records }: { readonly records: ParsedFile['records'] }): readonly LicenseRow[] =>
  records?.kind === 'licenses' ? records.rows : [];

const OF_DISTRICT_1 = { district: '1', countyCode: '23', expiresOn: '2026-10-01' };

describe('a first file', () => {
  test('is published without a finding even if it has few rows', async () => {
    const read = await edition('a.csv', '2025-11-05', fleet(3));
    assert.deepEqual([refusalsOf(read), doubtsOf(read)], [[], []]);
  });

  test('is refused if most values in a column do not fit the column, and published if only some do not', async () => {
    const cases: readonly (readonly [string, (index: number) => License])[] = [
      ['odd_values', () => ({ businessName: '' })],
      ['names_unreadable', (index) => ({ businessName: String(32_301 + index) })],
      ['cities_unreadable', () => ({ city: '32301' })],
      ['odd_values', () => ({ primaryStatus: '' })],
      ['unknown_statuses', () => ({ primaryStatus: '32' })],
      ['statuses_against_expiry', () => ({ expiresOn: '2023-06-01' })],
      ['counties_of_other_districts', () => ({ countyCode: '23' })],
      ['unknown_risk_levels', () => ({ riskLevel: '2 seats' })],
    ];
    for (const [code, change] of cases) {
      const part = (rows: number) =>
        edition(
          'a.csv',
          '2025-11-05',
          fleet(100, (index) => (index < rows ? change(index) : {})),
        );
      assert.ok(
        refusalsOf(await part(51)).some((each) => each === `${code}: suspicious`),
        code,
      );
      assert.deepEqual(refusalsOf(await part(50)), [], code);
    }
  });

  test('is refused if business names and licensees are swapped, which would publish people’s names', async () => {
    const company = (index: number) => (index % 2 === 0 ? { licenseeName: `HERON CREPES ${index} LLC` } : {});
    assert.deepEqual(refusalsOf(await edition('a.csv', '2025-11-05', fleet(60, company))), []);
    const exchanged = fleet(60, company).map((row) => ({
      ...row,
      businessName: row.licenseeName ?? '',
      licenseeName: row.businessName ?? '',
    }));
    assert.deepEqual(refusalsOf(await edition('a.csv', '2025-11-05', exchanged)), [
      'names_exchanged: needs_operator',
    ]);
  });

  test('is refused if most violation counts are blank, and published with a doubt if only some are', async () => {
    const blank = (rows: number) =>
      visits(
        'v.csv',
        Array.from({ length: 100 }, (_, index) => ({
          visitId: index + 1,
          licenseNumber: '1350001',
          ...(index < rows ? { total: '' } : {}),
        })),
      );
    assert.ok(refusalsOf(await blank(51)).includes('odd_values: suspicious'));
    assert.deepEqual(refusalsOf(await blank(50)), []);
    assert.deepEqual(doubtsOf(await blank(50)), ['counts_blank']);
    assert.deepEqual(doubtsOf(await blank(3)), []);
  });

  test('is published without a row whose date has the day before the month', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      visitId: index + 1,
      licenseNumber: '1350001',
      visitedOn: '2025-11-05',
    }));
    const read = await visits('v.csv', [
      ...rows,
      { visitId: 999, licenseNumber: '1350001', visitedOn: '31/10/2025' },
    ]);
    assert.deepEqual([refusalsOf(read), doubtsOf(read), read.rowsKept], [[], ['day_first'], 200]);
  });

  test('is refused if two columns of its visits are swapped', async () => {
    const sound = Array.from({ length: 100 }, (_, index) => ({
      licenseNumber: `135${String(index % 50).padStart(4, '0')}`,
      licenseId: 2_000_000 + (index % 50),
      caseId: 1_300_000 + index,
      visitId: 6_300_000 + index,
      zip: '32401',
      businessName: `HERON CREPES ${index % 50}`,
      city: ['BAYVIEW', 'ALDER', 'CEDAR'][index % 3] ?? '',
      basic: 2,
      intermediate: index % 3,
      highPriority: 1,
      categories: { 22: 1, 36: 2, 53: index % 3 },
    }));
    const find = async (change: (row: (typeof sound)[number]) => object) =>
      refusalsOf(
        await visits(
          'v.csv',
          sound.map((row) => ({ ...row, ...change(row) })),
        ),
      );
    assert.deepEqual(await find(() => ({})), []);
    const cases: readonly (readonly [string, (row: (typeof sound)[number]) => object])[] = [
      ['cases_repeated', ({ caseId, licenseId }) => ({ caseId: licenseId, licenseId: caseId })],
      [
        'numbers_of_other_counties',
        ({ licenseNumber, licenseId }) => ({
          licenseNumber: licenseId,
          licenseId: licenseNumber,
          countyCode: '13',
        }),
      ],
      ['names_repeated', ({ businessName, city }) => ({ businessName: city, city: businessName })],
      ['names_repeated', () => ({ businessName: 'Bay' })],
      ['severities_exchanged', ({ basic, highPriority }) => ({ basic: highPriority, highPriority: basic })],
      ['severities_exchanged', ({ basic, intermediate }) => ({ basic: intermediate, intermediate: basic })],
      [
        'severities_exchanged',
        ({ highPriority, intermediate }) => ({ highPriority: intermediate, intermediate: highPriority }),
      ],
    ];
    for (const [code, change] of cases)
      assert.ok((await find(change)).includes(`${code}: needs_operator`), `${code}: ${await find(change)}`);
  });

  test('is refused if its business names are names of places', async () => {
    const places = ['PANAMA CITY', 'FL', 'Bay', 'MARIANNA', 'CHIPLEY'];
    const read = await edition(
      'a.csv',
      '2025-11-05',
      fleet(60, (index) => ({ businessName: places[index % 5] ?? '' })),
    );
    assert.deepEqual(refusalsOf(read), ['names_repeated: needs_operator']);
  });

  test('is in doubt if its fiscal year is over and its last visit is long before the end of that year', async () => {
    const until = async (visitedOn: string) =>
      doubtsOf(await visits('v.csv', [{ visitId: 1, licenseNumber: '1350001', visitedOn }]));
    assert.deepEqual(await until('2025-06-14'), ['year_unfinished']);
    assert.deepEqual(await until('2025-06-16'), []);
    assert.deepEqual(await until('2025-10-01'), []);
  });

  test('is refused if it lacks a tenth of the visits that other files list, and is in doubt if it lacks fewer visits', async () => {
    const visited = Array.from({ length: 100 }, (_, index) => ({
      visitId: index + 1,
      licenseNumber: `135${String(index).padStart(4, '0')}`,
      visitedOn: '2025-10-01',
    }));
    const known = visited.map(({ licenseNumber, visitedOn }) => ({
      licenseType: '2014',
      digits: licenseNumber,
      visitedOn,
    }));
    const others = [
      // One visit is too recent to be in the file, one is before its first day, and one is in another
      // district.
      { licenseType: '2014', digits: '1359901', visitedOn: '2025-11-01' },
      { licenseType: '2014', digits: '1359902', visitedOn: '2025-09-30' },
      { licenseType: '2014', digits: '2659903', visitedOn: '2025-10-01' },
    ];
    const lacking = async (rows: number) => {
      const newest = [997, 998, 999].map((visitId) => ({
        visitId,
        licenseNumber: '1350000',
        visitedOn: '2025-11-05',
      }));
      const read = await visits('v.csv', [...visited.slice(rows), ...newest]);
      const elsewhere = [
        { source: 'the license files', visits: [...known, ...others, ...others, ...others] },
      ];
      const before = { ...FIRST, elsewhere };
      return [refusalsOf(read, before), doubtsOf(read, before)];
    };
    assert.deepEqual(await lacking(0), [[], []]);
    assert.deepEqual(await lacking(5), [[], []]);
    assert.deepEqual(await lacking(10), [[], ['known_visits_missing']]);
    assert.deepEqual(await lacking(11), [['known_visits_missing: needs_operator'], []]);
  });

  test('is refused if it contains every row twice, because the next edition would look cut in half', async () => {
    const rows = fleet(60);
    assert.ok(
      refusalsOf(await edition('a.csv', '2025-11-05', [...rows, ...rows])).includes(
        'licenses_repeated: suspicious',
      ),
    );
  });

  test('does not raise a doubt about its end if it has few rows or its rows are not in order of issue', async () => {
    const old = (index: number) => ({
      lastInspectedOn: index < 1_100 && index % 3 !== 0 ? '2025-11-05' : '2024-01-05',
    });
    const many = (order: (index: number) => number) =>
      Array.from({ length: 1_200 }, (_, index) =>
        licenseRow({
          ...OF_DISTRICT_1,
          licenseNumber: `MFD235${String(order(index)).padStart(4, '0')}`,
          businessName: `HERON CREPES ${order(index)}`,
          ...old(index),
        }),
      );
    // Nine of ten numbers increase, as in a real file.
    const issued = await file(
      'a.csv',
      licenseCsv(many((index) => (index % 4 === 3 ? index - 700 + (index < 700 ? 700 : 0) : index))),
    );
    assert.deepEqual(refusalsOf(issued), ['newest_rows_missing: needs_operator']);
    const random = createRandom(1, 1);
    const shuffled = Array.from({ length: 1_200 }, (_, index) => ({ index, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ index }) => index);
    const inNoOrder = await file('a.csv', licenseCsv(many((index) => shuffled[index] ?? 0)));
    assert.deepEqual(refusalsOf(inNoOrder), []);
  });
});

describe('the next edition', () => {
  test('is refused if most values in a column changed in a way that never happens between editions', async () => {
    const day = (index: number) => ({
      city: `BAY ${'ABCDE'[index % 5]}`,
      zip: `3240${index % 5}`,
      mailingCity: `ALDER ${index % 7}`,

      primaryPhone: `850555${String(index).padStart(4, '0')}`,
      lastInspectedOn: `2025-10-1${index % 9}`,
    });
    const rows = fleet(100, day);
    const before = editionOf(await edition('a.csv', '2025-11-05', rows));
    const next = (index: number) => day((index + 1) % 100);
    const pick =
      (...fields: (keyof ReturnType<typeof day>)[]) =>
      (index: number) =>
        Object.fromEntries(fields.map((field) => [field, next(index)[field]]));
    const cases: readonly (readonly [string, (index: number) => License])[] = [
      ['places_changed', pick('zip')],
      ['places_changed', pick('city')],
      ['contacts_changed', pick('mailingCity')],
      ['contacts_changed', pick('primaryPhone')],
      ['contacts_changed', () => ({ primaryPhone: '13', mailingCounty: '8505550101', secondaryPhone: '' })],
      ['statuses_changed', () => ({ secondaryStatus: '10' })],
      ['risk_levels_changed', () => ({ riskLevel: 'Risk Level 4' })],
      ['expiries_earlier', () => ({ expiresOn: '2025-10-20' })],
      ['inspections_earlier', () => ({ lastInspectedOn: '2025-06-01' })],
    ];
    for (const [code, change] of cases) {
      const moved = (count: number) =>
        edition(
          'b.csv',
          '2025-11-06',
          rows.map((row, index) => (index < count ? { ...row, ...change(index) } : row)),
        );
      const all = refusalsOf(await moved(100), before);
      assert.ok(all.includes(`${code}: suspicious`), `${code}: ${all}`);
      assert.deepEqual(refusalsOf(await moved(5), before), [], code);
    }
  });

  test('is refused until an operator accepts it if a tenth of its rows are missing, or until it is received again if fewer are missing', async () => {
    const before = editionOf(await edition('a.csv', '2025-11-05', fleet(400)));
    const left = async (rows: number) =>
      refusalsOf(await edition('b.csv', '2025-11-06', fleet(rows)), before);
    assert.ok((await left(359)).includes('far_fewer_rows: needs_operator'));
    assert.deepEqual(await left(370), ['fewer_rows: suspicious', 'licenses_missing: suspicious']);
    assert.deepEqual(await left(390), []);
    assert.deepEqual(doubtsOf(await edition('b.csv', '2025-11-06', fleet(390)), before), [
      'licenses_missing',
    ]);
  });

  test('is refused if a county that previously had licenses is missing', async () => {
    const before = editionOf(
      await edition('a.csv', '2025-11-05', fleet(40)),
      new Map([
        ['13', 40],
        ['47', 5],
      ]),
    );
    assert.deepEqual(refusalsOf(await edition('b.csv', '2025-11-06', fleet(40)), before), [
      'counties_missing: needs_operator',
    ]);
    const few = editionOf(
      await edition('a.csv', '2025-11-05', fleet(40)),
      new Map([
        ['13', 40],
        ['47', 4],
      ]),
    );
    assert.deepEqual(refusalsOf(await edition('b.csv', '2025-11-06', fleet(40)), few), []);
  });

  test('does not swap names: a license keeps the names on file until the new names appear again', async () => {
    const rows = fleet(100);
    const before = editionOf(await edition('a.csv', '2025-11-05', rows));
    const exchanged = { businessName: 'SAMPLE, HERON 0', licenseeName: 'HERON CREPES 0' };
    const taken = [1, 2].reduce<License[]>(
      (all, at) => changed(all, at, { businessName: `HERON CREPES ${at + 50}` }),
      changed(rows, 0, exchanged),
    );
    const checked = check(await edition('b.csv', '2025-11-06', taken), before);
    assert.deepEqual(checked.refusals, []);
    assert.deepEqual(
      checked.doubts.map(({ code }) => code),
      ['names_exchanged', 'names_of_others', 'changed_licenses_wait'],
    );
    const names = new Map(licensesIn(checked).map((row) => [row.digits, row.businessName]));
    assert.deepEqual([names.get('1350001'), names.get('1350002')], ['HERON CREPES 0', 'HERON CREPES 1']);
    assert.equal(names.size, 100);
  });

  test('does not confirm a license without a later expiry date, but accepts a renewal immediately', async () => {
    const rows = fleet(40, () => ({ primaryStatus: '45', expiresOn: '2025-06-01' }));
    const before = editionOf(await edition('a.csv', '2025-07-05', rows));
    const confirmed = changed(rows, 0, { primaryStatus: '20' });
    const renewed = changed(confirmed, 1, { primaryStatus: '20', expiresOn: '2026-06-01' });
    const checked = check(await edition('b.csv', '2025-07-06', renewed), before);
    const statuses = new Map(licensesIn(checked).map((row) => [row.digits, row.primaryStatus]));
    assert.deepEqual([statuses.get('1350001'), statuses.get('1350002')], ['45', '20']);
    assert.deepEqual([checked.doubts, checked.held.length], [[], 1]);
  });

  test('is not compared with a license file from years ago', async () => {
    const rows = fleet(100);
    const before = editionOf(await edition('a.csv', '2022-11-05', rows));
    const other = rows.map((row, index) => ({ ...row, businessName: `PELICAN ${index}` }));
    assert.deepEqual(check(await edition('b.csv', '2025-11-06', other), before).held, []);
  });

  test('keeps a license whose number arrived damaged until the new number appears again', async () => {
    const before = editionOf(await edition('a.csv', '2025-11-05', fleet(20)));
    const renumbered = changed(fleet(20), 2, { licenseNumber: 'MFD1305003' });
    const read = await edition('b.csv', '2025-11-05', renumbered);
    const checked = check(read, before);
    const digits = licensesIn(checked).map((row) => row.digits);
    assert.deepEqual([digits.includes('1350003'), digits.includes('1305003')], [true, false]);
    assert.ok(
      checked.doubts.some(({ code }) => code === 'licenses_renumbered' || code === 'numbers_of_other_types'),
    );
    const again = checkFile(read, before, TODAY, () => true);
    assert.deepEqual([again.held, licensesIn(again).length], [[], 20]);
  });

  test('leaves out new rows that never occur in a correct file, whether or not other rows are on file', async () => {
    const strange = [
      { licenseNumber: 'MFD1310001' },
      { licenseNumber: 'MFD2350001' },
      { licenseNumber: 'CAT1350099', licenseType: '2013', rank: 'CATR' },
    ];
    const read = await edition('a.csv', '2025-11-05', [...fleet(20), ...strange]);
    const checked = check(read);
    assert.deepEqual(
      [licensesIn(checked).length, checked.doubts.map(({ code }) => code).toSorted(), checked.refusals],
      [20, ['numbers_of_other_districts', 'numbers_of_other_types', 'rows_of_other_districts'], []],
    );
    const old = { visitId: 9, licenseNumber: '1350001', visitedOn: '2015-11-05' };
    const recent = [1, 2, 3].map((visitId) => ({
      visitId,
      licenseNumber: '1350001',
      visitedOn: '2025-11-05',
    }));
    assert.deepEqual(doubtsOf(await visits('v.csv', [...recent, old])), ['visits_of_other_years']);
  });

  test('leaves out a visit that has the same case and visit numbers as a missing visit', async () => {
    const row = (visitId: number, caseId = visitId) => ({ visitId, caseId, licenseNumber: '1350001' });
    const rows = [1, 2, 3, 4].map((index) => row(index));
    const before = editionOf(await visits('v.csv', rows));
    const checked = check(await visits('w.csv', rows.with(0, row(77, 1))), before);
    const ids =
      checked.records?.kind === 'inspections' ? checked.records.rows.map(({ visitId }) => visitId) : [];
    assert.deepEqual(ids.toSorted(), [1, 2, 3, 4]);
    assert.deepEqual(
      checked.doubts.map(({ code }) => code),
      ['visits_missing', 'visits_renumbered'],
    );
  });

  test('leaves out a visit whose License ID belongs to another license', async () => {
    const rows = [1, 2, 3].map((index) => ({
      visitId: index,
      licenseNumber: `135000${index}`,
      licenseId: 8_800_000 + index,
    }));
    const before = editionOf(await visits('v.csv', rows));
    const stranger = { visitId: 9, licenseNumber: '1350004', licenseId: 8_800_001 };
    const checked = check(await visits('w.csv', [...rows, stranger]), before);
    assert.deepEqual(
      [checked.records?.rows.length, checked.doubts.map(({ code }) => code)],
      [3, ['visits_contradict']],
    );
  });
});

describe('other files', () => {
  test('that report closures do not remove reopenings on file', async () => {
    const book = async (reopenedAt: string) => {
      const rows = [1, 2, 3].map((index) => ({ licenseNumber: `135000${index}`, closedOn: '2025-11-05' }));
      return file('c.xlsx', await closureWorkbook(rows.map((row) => closureRow({ ...row, reopenedAt }))));
    };
    const before: Before = { previous: undefined, known: (await book('2025-11-07')).records };
    assert.deepEqual(doubtsOf(await book('2025-11-20'), before), ['reopenings_changed']);
    assert.deepEqual(doubtsOf(await book('2025-11-07'), before), []);
  });

  test('that list applications do not remove approvals on file', async () => {
    const approvals = (first: number) => {
      const rows = [1, 2, 3].map((index) =>
        applicationRow({
          ...truck(first + index),
          applicationNumber: String(index),
          approvedOn: '2025-11-05',
        }),
      );
      return file('n.csv', applicationCsv(rows));
    };
    const before: Before = { previous: undefined, known: (await approvals(0)).records };
    assert.deepEqual(doubtsOf(await approvals(10), before), ['applications_of_others']);
    const shared = [1, 2].map((index) =>
      applicationRow({ ...truck(index), applicationNumber: '7', approvedOn: '2025-11-05' }),
    );
    assert.deepEqual(doubtsOf(await file('m.csv', applicationCsv(shared))), ['applications_contradict']);
  });
});
