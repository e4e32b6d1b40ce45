import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { deleteOlder, deleteReplaced } from './in-force-store.ts';
import { ROW_TABLES, type RowTable, tableOf } from './staged-rows.ts';
import { refusedVisits } from './staging-service.ts';
import { createIndexes, createTables, insertFile, insertRows, orderFiles } from './staging-store.ts';

interface TestFile {
  readonly kind: string;
  readonly slot: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly days?: readonly [first: string, last: string] | undefined;
  /** The file's refused rows that are stored. */
  readonly refused?: readonly string[];
}

const YEAR = ['2025-07-01', '2025-12-31'] as const;
const visits = (rows: TestFile['rows'], changes: Partial<TestFile> = {}): TestFile => ({
  kind: 'inspections',
  slot: 'inspections:district-6:2025-26',
  days: YEAR,
  rows,
  ...changes,
});
const visit = (visitId: number, visitedOn = '2025-08-01', digits = '1350001') => ({
  visitId,
  visitedOn,
  digits,
  licenseType: '2014',
});
const licenses = (names: readonly (readonly [digits: string, licenseeName: string])[]): TestFile => ({
  kind: 'licenses',
  slot: 'licenses:district-6',
  rows: names.map(([digits, licenseeName]) => ({
    licenseType: '2014',
    digits,
    licenseeName,
    businessName: 'B',
  })),
});

/** Stages the files, oldest first, with ids that count up from 1. */
function withFiles<Value>(files: readonly TestFile[], read: (staging: DatabaseSync) => Value): Value {
  const folder = mkdtempSync(path.join(tmpdir(), 'in-force-'));
  const staging = createTables(path.join(folder, 'staging.sqlite'));
  try {
    createIndexes(staging);
    for (const [index, { kind, slot, days, refused = [], rows }] of files.entries()) {
      const id = index + 1;
      const found = refusedVisits(refused, refused.length);
      const [firstDay, lastDay] = days ?? [null, null];
      const isPlain = found.isWhole;
      insertFile(staging, { id, kind, slot, district: 6, fileDate: null, firstDay, lastDay, isPlain }, found);
      const table = tableOf(kind) ?? assert.fail();
      const blank = Object.fromEntries(ROW_TABLES[table].columns.map((column) => [column, null]));
      insertRows(
        staging,
        table,
        id,
        rows.map((row) => ({ ...blank, ...row })),
      );
    }
    orderFiles(
      staging,
      files.map((_, index) => index + 1),
    );
    return read(staging);
  } finally {
    staging.close();
    rmSync(folder, { recursive: true });
  }
}

/** Lists the rows of a table or view as `key@file`. */
function list(staging: DatabaseSync, table: RowTable | `${RowTable}_in_force`, key: string): string[] {
  const rows = staging.prepare(`select ${key} as name, file from ${table} order by file, name`).all();
  return rows.map(({ name, file }) => `${name}@${file}`);
}

/**
 * Lists the visits in force. The view must list the same visits as the table does after the other rows are
 * deleted.
 */
function visitsInForce(...files: TestFile[]): string[] {
  return withFiles(files, (staging) => {
    const seen = list(staging, 'visits_in_force', 'visitId');
    deleteReplaced(staging);
    deleteOlder(staging);
    assert.deepEqual(list(staging, 'visits', 'visitId'), seen);
    return seen;
  });
}

test('a visit’s row comes from the newest file, and a visit that this file no longer lists does not count', () => {
  assert.deepEqual(visitsInForce(visits([visit(1), visit(2)]), visits([visit(1)])), ['1@2']);
});

test('a newer file does not affect visits on days that it does not cover', () => {
  const older = visits([visit(1), visit(2, '2025-08-02')]);
  const fragment = visits([], { days: ['2025-08-02', '2025-08-09'] });
  assert.deepEqual(visitsInForce(older, fragment), ['1@1']);
});

test('if the newest file in a slot no longer lists a visit, the visit is in force from a file in another slot', () => {
  const before = visits([visit(1)], { slot: 'inspections:district-6:2024-25' });
  assert.deepEqual(visitsInForce(before, visits([visit(1)])), ['1@2']);
  assert.deepEqual(visitsInForce(before, visits([visit(1)]), visits([])), ['1@1']);
});

test('a newer file does not remove a visit that may be among its refused rows', () => {
  const older = visits([visit(7654321, '2025-08-01', '1350002'), visit(7654322)]);
  const with_ = (...refused: string[]) => visitsInForce(older, visits([], { refused }));
  assert.deepEqual(with_('{"visit id":"7654321"}'), ['7654321@1']);
  assert.deepEqual(with_('{"columns":12,"numbers":["1350001"]}'), ['7654322@1']);
  assert.deepEqual(with_('{"columns":80,"numbers":["4758801","7654322"]}'), ['7654322@1']);
  for (const unknown of ['{"columns":3,"numbers":[]}', '{"visit id":"AAAA"}', ''])
    assert.deepEqual(with_(unknown), ['7654321@1', '7654322@1']);
});

test('a license is in force from its district’s newest file that lists it', () => {
  const files = [
    licenses([
      ['a', 'X'],
      ['b', 'X'],
    ]),
    licenses([['a', 'X']]),
    { ...licenses([['b', 'X']]), slot: 'licenses:district-5' },
  ];
  assert.deepEqual(
    withFiles(files, (staging) => list(staging, 'licenses_in_force', 'digits')),
    ['b@1', 'a@2', 'b@3'],
  );
});

test('the first and last license rows under the same name are kept', () => {
  const files = ['X', 'X', 'X', 'Y', 'X', 'X', 'X'].map((name) => licenses([['a', name]]));
  assert.deepEqual(
    withFiles(files, (staging) => {
      deleteReplaced(staging);
      return list(staging, 'licenses', 'licenseeName');
    }),
    ['X@1', 'Y@4', 'X@7'],
  );
});

test('if a file has several rows about the same thing, the last one counts', () => {
  const twice = visits([visit(1), visit(1, '2025-09-01')]);
  assert.deepEqual(
    withFiles([twice], (staging) => list(staging, 'visits', 'visitedOn')),
    ['2025-09-01@1'],
  );
});

test('only the newest visits without an inspection keep their observations, and visits on file always do', () => {
  const text = (visitId: number) => ({ visitId, position: 1, text: 'Waiting.' });
  const texts = { kind: 'observations', slot: 'observations:1-4', rows: [1, 2, 3, 4].map(text) };
  assert.deepEqual(
    withFiles([visits([visit(1)]), texts], (staging) => {
      deleteReplaced(staging, 1);
      return list(staging, 'observations', 'visitId');
    }),
    ['1@2', '4@2'],
  );
});

test('a view never scans all files or rows for each row, so more weeks do not make a publication slower', () => {
  withFiles([visits([visit(1)])], (staging) => {
    for (const table of Object.keys(ROW_TABLES)) {
      const plan = staging.prepare(`explain query plan select * from ${table}_in_force`).all();
      const scans = plan.map(({ detail }) => String(detail)).filter((detail) => detail.startsWith('SCAN'));
      // A view that joins two tables scans one of them in full.
      assert.ok(scans.length <= 1, `${table}: ${scans.join('; ')}`);
    }
  });
});
