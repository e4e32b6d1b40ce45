import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CountedFile, filesBeyondKept, type RowOfFile, ruleOnRows } from './in-force.ts';
import { refusedVisits } from './refused-visits.ts';

const YEAR = { first: '2025-07-01', last: '2025-12-31' };
const file = (id: number, changes: Partial<CountedFile> = {}): CountedFile => ({
  id,
  slot: 'inspections:district-6:2025-26',
  coveredDays: YEAR,
  ...changes,
});
const visit = (key: number, fileId: number, day = '2025-08-01'): RowOfFile => ({ key, fileId, day });

/** Rows in force as `key@file`. */
function inForce(rows: readonly RowOfFile[], files: readonly CountedFile[]): string[] {
  const { isInForce } = ruleOnRows(rows, files);
  return rows.filter(isInForce).map(({ key, fileId }) => `${key}@${fileId}`);
}

test('the newest file wins a visit, and a visit that it lists no longer is out of force', () => {
  assert.deepEqual(inForce([visit(1, 1), visit(2, 1), visit(1, 2)], [file(1), file(2)]), ['1@2']);
});

test('a newer file leaves visits alone on days that it does not cover', () => {
  const fragment = file(2, { coveredDays: { first: '2025-08-02', last: '2025-08-09' } });
  assert.deepEqual(inForce([visit(1, 1), visit(2, 1, '2025-08-02')], [file(1), fragment]), ['1@1']);
});

test('a visit that its slot lists no longer comes into force from a file of another slot', () => {
  const before = file(1, { slot: 'inspections:district-6:2024-25' });
  const rows = [visit(1, 1), visit(1, 2)];
  assert.deepEqual(inForce(rows, [before, file(2)]), ['1@2']);
  assert.deepEqual(inForce(rows, [before, file(2), file(3)]), ['1@1']);
});

test('a file whose refused rows may hold a visit does not remove it', () => {
  const rows = [visit(7654321, 1), visit(7654322, 1)];
  const withRefused = (...contents: string[]) =>
    file(2, { refused: refusedVisits(contents, Math.max(1, contents.length)) });
  const named = withRefused('{"visit id":"7654321"}');
  assert.deepEqual(inForce(rows, [file(1), named]), ['7654321@1']);
  const cut = withRefused('{"columns":12,"numbers":["1350001"]}');
  const ofLicense = rows.map((row) => ({
    ...row,
    licenseDigits: row.key === 7654322 ? '1350001' : '1350002',
  }));
  assert.deepEqual(inForce(ofLicense, [file(1), cut]), ['7654322@1']);
  const damaged = withRefused('{"columns":80,"numbers":["4758801","7654322"]}');
  assert.deepEqual(inForce(rows, [file(1), damaged]), ['7654322@1']);
  for (const unknown of [
    withRefused('{"columns":3,"numbers":[]}'),
    withRefused('{"visit id":"AAAA"}'),
    withRefused(''),
    withRefused(),
  ])
    assert.deepEqual(inForce(rows, [file(1), unknown]), ['7654321@1', '7654322@1']);
});

test('rows of a file that does not count are in force nowhere', () => {
  assert.deepEqual(inForce([visit(1, 1), visit(1, 2)], [file(1)]), ['1@1']);
});

test('a license stays in force from the newest file that lists it', () => {
  const licenses = [1, 2].map((id) => file(id, { slot: 'licenses:district-6', coveredDays: null }));
  const rows = [
    { key: 'a', fileId: 1 },
    { key: 'b', fileId: 1 },
    { key: 'a', fileId: 2 },
  ];
  assert.deepEqual(inForce(rows, licenses), ['b@1', 'a@2']);
});

test('replaced rows are kept for the four newest files of each slot, and of all observations', () => {
  const files = [
    ...[1, 2, 3, 4, 5, 6].map((id) => ({ id, slot: 'licenses:district-6', kind: 'licenses' })),
    { id: 7, slot: 'licenses:district-5', kind: 'licenses' },
    ...[8, 9, 10, 11, 12].map((id) => ({ id, slot: `observations:${id}`, kind: 'observations' })),
  ];
  assert.deepEqual([...filesBeyondKept(files)], [1, 2, 8]);
});
