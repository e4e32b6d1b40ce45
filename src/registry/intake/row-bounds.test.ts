import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEngines } from '../../../test/support/engines.ts';
import { file, licenses, run, visits } from '../../../test/support/publication-runs.ts';
import { applicationCsv, applicationRow } from '../../../test/support/regulator-files.ts';
import type { ClosureRow, ParsedFile } from '../sources/parsed-file.ts';
import { findProblems } from './bounds.ts';
import { findDamagedClosures } from './closure-findings.ts';
import { findDamage, type RecordsBefore } from './file-findings.ts';

/** Why a file is held back for what its rows tell; docs/importing.md has the measure behind each bound. */
const TODAY = '2026-01-02';
const heldBackFor = (read: ParsedFile, before?: RecordsBefore) => [
  ...findProblems(read, undefined).map(({ code }) => code),
  ...findDamage(read, before, TODAY).map(({ code }) => code),
];

test('one day that stands before its month holds a file back, because in the others nobody could tell', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ visitId: index + 1, visitedOn: '2025-11-05' }));
  const withDay = (visitedOn: string) => visits('v.csv', [...rows, { visitId: 999, visitedOn }]);
  assert.deepEqual(heldBackFor(await withDay('31/10/2025')), ['day_first']);
  assert.deepEqual(heldBackFor(await withDay('10/31/2025')), []);
  assert.deepEqual((await withDay('10/32/2025')).refusals, { inspection_date_malformed: 1 });
  const approval = await file('a.csv', applicationCsv([applicationRow({ approvedOn: '31/10/2025' })]));
  assert.ok(heldBackFor(approval).includes('day_first'));
  const fleet = Array.from({ length: 99 }, (_, index) => ({ licenseNumber: `MFD${1_350_001 + index}` }));
  const [first, ...others] = fleet;
  const inspected = await licenses('l.csv', '2025-11-05', [
    { ...first, lastInspectedOn: '31/10/2025' },
    ...others,
  ]);
  assert.deepEqual(heldBackFor(inspected), ['day_first']);
});

const COMPANIES = Array.from({ length: 40 }, (_, index) => ({
  licenseNumber: `MFD${1_350_001 + index}`,
  businessName: `HERON CREPES ${index}`,
  licenseeName: index % 2 === 0 ? `HERON CREPES ${index} LLC` : `SAMPLE, HERON ${index}`,
}));

test('a first license file whose Business and Licensee titles are exchanged publishes no person’s name as a business', async () => {
  const exchanged = COMPANIES.map((row) => ({
    ...row,
    businessName: row.licenseeName,
    licenseeName: row.businessName,
  }));
  assert.deepEqual(heldBackFor(await licenses('l.csv', '2025-11-05', COMPANIES)), []);
  assert.deepEqual(heldBackFor(await licenses('l.csv', '2025-11-05', exchanged)), ['names_exchanged']);
  const few = exchanged.slice(0, 9);
  assert.deepEqual(heldBackFor(await licenses('l.csv', '2025-11-05', few)), [], 'five may be so by chance');
});

test('closures of businesses that are on file with another day of the same week hold a file back', () => {
  const closures = Array.from(
    { length: 10 },
    (_, index): ClosureRow => ({
      ...{ digits: String(1_350_001 + index), closedOn: '2025-11-05', businessName: `HERON CREPES ${index}` },
      ...{ conditions: 'Sewage', reopenedOn: null },
    }),
  );
  const moved = (closedOn: string, most: number) =>
    closures.map((row, index) => (index < most ? { ...row, closedOn } : row));
  const FILE = { district: null, fileDate: '2025-11-20', fiscalYear: null, stateOn: '2025-11-20' };
  const codes = (rows: readonly ClosureRow[], replacedClosures: readonly ClosureRow[] = []) =>
    findDamagedClosures(rows, { known: closures, replacedClosures }, FILE).map(({ code }) => code);
  assert.deepEqual(codes(moved('2025-11-06', 1)), [], 'one day may be corrected');
  assert.deepEqual(codes(moved('2025-11-06', 2)), ['closures_redated']);
  assert.deepEqual(codes(moved('2025-11-12', 10)), [], 'a business may be closed again a week later');
  const [good, wrong] = [moved('2025-11-06', 10), closures];
  assert.deepEqual(codes(wrong, good), [], 'the same closures again');
  assert.deepEqual(codes(good, good), [], 'what was on file before a wrong file is no change');
});

const visitsWith = (change: (index: number) => Parameters<typeof visits>[1][number]) =>
  visits(
    'v.csv',
    Array.from({ length: 40 }, (_, index) => ({
      ...{ visitId: index + 1, visitedOn: '2025-11-05', licenseNumber: String(1_350_001 + index) },
      ...change(index),
    })),
  );
const beforeOf = ({ records }: ParsedFile): RecordsBefore => {
  assert.ok(records);
  return { known: records, predecessor: records, predecessorDate: '2025-11-05' };
};

test('two columns of categories that changed places are told by two visits, one of which may be a correction', async () => {
  const before = await visitsWith(() => ({ total: 2, categories: { 8: 2 } }));
  const changed = (most: number, categories: Record<number, number>) =>
    visitsWith((index) => ({ total: 2, categories: index < most ? categories : { 8: 2 } }));
  const codes = async (most: number, categories: Record<number, number>) =>
    heldBackFor(await changed(most, categories), beforeOf(before));
  assert.deepEqual(await codes(1, { 35: 2 }), []);
  assert.deepEqual(await codes(2, { 35: 2 }), ['categories_exchanged']);
  assert.deepEqual(await codes(2, { 8: 1, 35: 1 }), [], 'one violation was counted anew');
});

test('a quote that came into a visit’s disposition or type is dropped, and says so', async () => {
  const good = await visitsWith(() => ({}));
  const broken = await visitsWith((index) =>
    index === 0
      ? { disposition: 'Inspection Completed - No "Further Action', inspectionType: 'Routine - Food"' }
      : {},
  );
  assert.deepEqual(broken.records, good.records);
  assert.deepEqual(broken.warnings, { lone_quote: 2 });
});

test('the first file of a fiscal year that has a fraction of last year’s pace is held back', async () => {
  const [one] = [await visits('v.csv', [{ visitId: 1, visitedOn: '2025-07-01' }])];
  const published = { ...one, publishedAt: '2025-07-20T10:00:00Z' };
  const codes = (rowsLastYear: number | undefined) =>
    heldBackFor(published, {
      known: { kind: 'inspections', rows: [] },
      predecessor: undefined,
      predecessorDate: null,
      rowsLastYear,
    });
  // Twelve of 365 days, of which a tenth must be there.
  assert.deepEqual(codes(9_000), ['few_rows_of_year']);
  assert.deepEqual(codes(300), []);
  assert.deepEqual(codes(undefined), []);
});

describeEngines('the first file of a fiscal year', (open) => {
  test('is measured by the one in use of the year before, and no other file is', async () => {
    const database = await open();
    const lastYear = Array.from({ length: 490 }, (_, index) => ({
      visitId: index + 1,
      visitedOn: '2025-03-05',
    }));
    await run(database, [await visits('last.csv', lastYear)]);
    const titles = { ...(await visits('v.csv', [{ visitId: 999, visitedOn: '2025-07-01' }])) };
    const tooFew = await run(database, [{ ...titles, publishedAt: '2025-08-20T10:00:00Z' }]);
    assert.match(tooFew.files[0]?.reason ?? '', /^few_rows_of_year: 1 rows in the first file of 2025-26/);
    const few = [991, 992, 993, 994, 995, 996, 997, 998, 999].map((visitId) => ({
      visitId,
      visitedOn: '2025-07-01',
    }));
    const enough = await run(database, [
      { ...(await visits('w.csv', few)), publishedAt: '2025-08-20T10:00:00Z' },
    ]);
    assert.equal(enough.files[0]?.outcome, 'published');
    await database.close();
  });
});
