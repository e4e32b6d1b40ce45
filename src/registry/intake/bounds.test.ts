import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileRecords, ParsedFile, RowGroup } from '../sources/parsed-file.ts';
import { checkBounds, type PreviousFile } from './bounds.ts';

const INSPECTIONS: FileRecords = { kind: 'inspections', rows: [] };
const LICENSES: FileRecords = { kind: 'licenses', rows: [] };

/** A sound inspection extract of 1,000 rows, but for the changes. */
function parsed(changes: Partial<ParsedFile> = {}): ParsedFile {
  return {
    name: '6fdinspi.csv',
    sha256: '00',
    bytes: 1,
    publishedAt: null,
    records: INSPECTIONS,
    district: 6,
    fileDate: '2025-09-15',
    coveredDays: { first: '2025-07-01', last: '2025-09-15' },
    fiscalYear: '2025-26',
    rowsRead: 1_000,
    rowsKept: 60,
    rowsOther: 940,
    rowsElsewhere: 0,
    extent: { counties: [], lastDays: [], mingledAtStart: 0 },
    refused: [],
    refusals: {},
    warnings: {},
    groups: [],
    problem: undefined,
    ...changes,
  };
}

function verdict(changes: Partial<ParsedFile>, previous?: PreviousFile): string {
  return checkBounds(parsed(changes), previous)?.code ?? 'published';
}

test('a sound file is published, the first of its slot too', () => {
  assert.equal(checkBounds(parsed(), undefined), undefined);
  assert.equal(checkBounds(parsed(), { ...BEFORE, rowsRead: 1_000 }), undefined);
});

test('what the reader found wrong with the whole file holds it back, before anything else', () => {
  const problem = { code: 'truncated', text: 'the last row is cut off' };
  assert.deepEqual(checkBounds(parsed({ problem, rowsRead: 0 }), undefined), {
    ...problem,
    releasable: false,
  });
});

test('a license extract with numbers of another district is held back; a statewide file has all', () => {
  const problem = checkBounds(parsed({ records: LICENSES, rowsElsewhere: 1 }), undefined);
  assert.deepEqual(problem, {
    code: 'rows_of_other_districts',
    text: '1 of 1000 rows have the number of another district; at most 0 may',
    releasable: true,
  });
  assert.equal(verdict({ records: LICENSES, rowsElsewhere: 1, rowsRead: 2_000 }), 'published');
  assert.equal(verdict({ rowsElsewhere: 400, district: null }), 'published');
});

test('a file without rows is held back', () => {
  assert.equal(verdict({ rowsRead: 0 }), 'no_rows');
  assert.equal(verdict({ records: undefined }), 'no_rows');
});

test('one row in fifty may be refused, all reasons together; one more holds the file back', () => {
  assert.equal(verdict({ refusals: { column_count: 15, zip_malformed: 5 } }), 'published');
  assert.deepEqual(checkBounds(parsed({ refusals: { column_count: 15, zip_malformed: 6 } }), undefined), {
    code: 'too_many_refused',
    text: '21 of 1000 rows refused, most of them (15) for column_count; at most 20 may be',
    releasable: true,
  });
});

test('five refused rows are always allowed, but never more than half of them', () => {
  assert.equal(verdict({ rowsRead: 10, refusals: { column_count: 5 } }), 'published');
  assert.equal(verdict({ rowsRead: 5, refusals: { column_count: 2 } }), 'published');
  assert.equal(verdict({ rowsRead: 5, refusals: { column_count: 3 } }), 'too_many_refused');
  assert.equal(verdict({ rowsRead: 20, refusals: { column_count: 6 } }), 'too_many_refused');
  assert.equal(verdict({ rowsRead: 5, refusals: { column_count: 5 } }), 'too_many_refused');
  assert.equal(verdict({ rowsRead: 1, refusals: { column_count: 1 } }), 'too_many_refused');
});

test('a file that no row dates is held back', () => {
  assert.equal(verdict({ fileDate: null }), 'undated');
});

test('licenses must be of one district; inspections may be statewide', () => {
  assert.equal(verdict({ records: LICENSES, district: null }), 'mixed_districts');
  assert.equal(verdict({ records: LICENSES, district: 6 }), 'published');
  assert.equal(verdict({ district: null }), 'published');
});

const BEFORE: PreviousFile = { rowsRead: 10_000, rowsKept: 60, fileDate: '2025-09-08' };

test('inspections may lose one row in a hundred, and a tenth of ours', () => {
  assert.equal(verdict({ rowsRead: 9_900, rowsKept: 54 }, BEFORE), 'published');
  assert.equal(verdict({ rowsRead: 9_899, rowsKept: 60 }, BEFORE), 'far_fewer_rows');
  assert.equal(verdict({ rowsRead: 10_000, rowsKept: 53 }, BEFORE), 'far_fewer_rows');
});

test('licenses may lose two rows in a thousand a day and a week’s more, at most three tenths, and that of ours', () => {
  const licenses = (rowsRead: number, rowsKept: number, fileDate = '2025-09-15') =>
    verdict({ records: LICENSES, rowsRead, rowsKept, fileDate }, BEFORE);
  assert.equal(licenses(9_720, 42), 'published');
  assert.equal(licenses(9_719, 42), 'far_fewer_rows');
  assert.equal(licenses(9_720, 41), 'far_fewer_rows');
  assert.equal(licenses(9_719, 42, '2025-09-16'), 'published');
  assert.equal(licenses(7_000, 42, '2026-09-15'), 'published');
  assert.equal(licenses(6_999, 42, '2026-09-15'), 'far_fewer_rows');
});

test('ten rows may always be fewer', () => {
  const small: PreviousFile = { ...BEFORE, rowsRead: 100 };
  assert.equal(verdict({ records: LICENSES, rowsRead: 90 }, small), 'published');
  assert.equal(verdict({ records: LICENSES, rowsRead: 89 }, small), 'far_fewer_rows');
});

test('weekly closures and this year’s applications may be any fewer', () => {
  const before = { rowsRead: 1_000, rowsKept: 1_000, fileDate: '2025-09-08' };
  for (const kind of ['closures', 'new_licenses', 'ownership_changes'] as const)
    assert.equal(verdict({ records: { kind, rows: [] }, rowsRead: 1, rowsKept: 0 }, before), 'published');
});

/** The bounds of one group of our rows, among a thousand others. */
function groupVerdict(group: Partial<RowGroup>): string {
  return verdict({ groups: [{ name: 'all', kept: 1_000, refused: 0, warnings: {}, ...group }] });
}

test('of our rows, in all or in one group, one in fifty may be refused, and three always', () => {
  assert.equal(groupVerdict({ kept: 980, refused: 20 }), 'published');
  assert.equal(groupVerdict({ kept: 979, refused: 21 }), 'too_many_refused');
  assert.equal(groupVerdict({ name: 'month 2018-03', kept: 1, refused: 3 }), 'published');
  assert.equal(groupVerdict({ name: 'license type 2014', kept: 96, refused: 4 }), 'too_many_refused');
});

test('a field that is lost in more rows than is stated holds a file back, in all or in one group', () => {
  const lost = (code: string, count: number, name = 'all', kept = 1_000) =>
    groupVerdict({ name, kept, warnings: { [code]: count } });
  assert.deepEqual([lost('counts_blank', 20), lost('counts_blank', 21)], ['published', 'odd_values']);
  assert.deepEqual(
    [lost('counts_contradict', 30), lost('counts_contradict', 31)],
    ['published', 'odd_values'],
  );
  assert.equal(lost('counts_contradict', 15, 'month 2016-06', 100), 'published');
  assert.equal(lost('counts_contradict', 16, 'month 2016-06', 100), 'odd_values');
  assert.equal(lost('last_inspection_date_blank', 50), 'published');
  assert.deepEqual(
    [lost('unknown_disposition', 500), lost('unknown_disposition', 501)],
    ['published', 'odd_values'],
  );
  assert.equal(lost('expiry_date_malformed', 3, 'district 6', 3), 'published');
  assert.equal(lost('double_encoding_repaired', 1_000), 'published');
});

test('a workbook whose rows go on behind the first sheet is held back; a short note there is not', () => {
  const other = (rows: number) => verdict({ warnings: { rows_on_other_sheets: rows } });
  assert.equal(other(20), 'published');
  assert.equal(other(21), 'rows_on_other_sheets');
  assert.equal(checkBounds(parsed({ warnings: { rows_on_other_sheets: 990 } }), undefined)?.releasable, true);
  assert.equal(verdict({ rowsRead: 12, warnings: { rows_on_other_sheets: 4 } }), 'rows_on_other_sheets');
});
