import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClosureRow, VisitRow } from '../sources/parsed-file.ts';
import { findDamagedClosures } from './closure-findings.ts';

const FILE = { district: 6, fileDate: '2025-11-30', fiscalYear: null, stateOn: '2025-12-01' };
const CLOSED_ON = '2025-11-05';
const NUMBERS = Array.from({ length: 6 }, (_, index) => String(1_350_001 + index));

const closureOf = (digits: string, index: number): ClosureRow => ({
  ...{ digits, closedOn: CLOSED_ON, businessName: `PELICAN TACO WAGON ${index}`, conditions: 'Sewage' },
  reopenedOn: '2025-11-07',
});
const visitOf = (digits: string, visitedOn: string, disposition: string): VisitRow => ({
  ...{ visitId: 1, licenseType: '2014', digits, licenseId: 1, caseId: 1, visitNumber: 1, visitedOn },
  ...{ inspectionType: 'Routine - Food', disposition, total: 0, highPriority: 0, intermediate: 0, basic: 0 },
  ...{ pda: 'Y', categories: '', businessName: 'PELICAN TACO WAGON', city: 'TAMPA', zip: '32301' },
  ...{ countyCode: '47', district: 6 },
});

const GOOD = NUMBERS.map(closureOf);
const VISITS = NUMBERS.flatMap((digits) => [
  visitOf(digits, CLOSED_ON, 'Emergency order recommended'),
  visitOf(digits, '2025-11-07', 'Emergency Order Callback Complied'),
]);
const change = (what: (row: ClosureRow, index: number) => Partial<ClosureRow>) =>
  GOOD.map((row, index) => ({ ...row, ...what(row, index) }));
const codesOf = (rows: readonly ClosureRow[], known: readonly ClosureRow[] = [], visits = VISITS) =>
  findDamagedClosures(rows, { known, visits, licenses: [] }, FILE).map(({ code }) => code);

test('closures like those on file, and new ones of businesses nobody knows, show nothing', () => {
  assert.deepEqual(codesOf(GOOD), []);
  assert.deepEqual(codesOf(GOOD, GOOD), []);
  assert.deepEqual(
    codesOf(
      change((_, index) => ({ businessName: `UNKNOWN DINER ${index}` })),
      [],
      [],
    ),
    [],
  );
  assert.deepEqual(
    codesOf(
      GOOD,
      change(() => ({ reopenedOn: null })),
    ),
    [],
    'reopened since',
  );
});

test('closures of food trucks under other names, or one without an order, hold the file back', () => {
  const others = (most: number) =>
    change((_, index) => (index < most ? { businessName: `HERON CREPES ${index}` } : {}));
  assert.deepEqual(codesOf(others(1)), [], 'a business may have been sold and renamed');
  assert.deepEqual(codesOf(others(2)), ['closures_of_others']);
  const moved = change((_, index) => (index === 0 ? { closedOn: '2025-10-20' } : {}));
  assert.deepEqual(codesOf(moved, [], [...VISITS, visitOf('1350001', '2025-10-25', 'Warning Issued')]), [
    'closures_without_order',
  ]);
});

test('a closure that is on file with another number, reason or day of reopening holds the file back', () => {
  const first = (changes: Partial<ClosureRow>) => change((_, index) => (index === 0 ? changes : {}));
  assert.deepEqual(codesOf(first({ digits: '1353001' }), GOOD), ['closures_renumbered']);
  assert.deepEqual(codesOf(first({ conditions: 'No water' }), GOOD), ['closures_changed']);
  assert.deepEqual(codesOf(first({ reopenedOn: null }), GOOD), ['reopenings_changed']);
  assert.deepEqual(
    codesOf(
      change(() => ({ digits: '1350001' })),
      [],
    ),
    ['closures_of_several'],
  );
});

test('a file that says again what was on file before a damaged one shows nothing', () => {
  const damaged = change(() => ({ conditions: 'No water', reopenedOn: '2025-11-20' }));
  assert.deepEqual(codesOf(GOOD, damaged), ['closures_changed', 'reopenings_changed']);
  const before = { known: damaged, replacedClosures: GOOD, visits: VISITS, licenses: [] };
  assert.deepEqual(findDamagedClosures(GOOD, before, FILE), []);
});

test('what closures on file show by themselves is no fault of the next file', () => {
  const known = change((_, index) => ({ digits: '1350009', closedOn: `2025-10-0${index + 1}` }));
  assert.deepEqual(codesOf(GOOD, known), []);
});

test('two closures without a name or reason are let through in a small file, and a third is not', () => {
  const blanks = (count: number, what: Partial<ClosureRow>) =>
    codesOf(change((_, index) => (index < count ? what : {})));
  for (const what of [{ businessName: '' }, { conditions: '' }]) {
    assert.deepEqual(blanks(2, what), []);
    assert.deepEqual(blanks(3, what), ['blank_names']);
  }
  assert.deepEqual(blanks(1, { conditions: '-' }), []);
  assert.deepEqual(blanks(2, { conditions: '-' }), ['no_names']);
});
