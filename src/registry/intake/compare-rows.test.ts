import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileFacts, Likeness } from '../sources/likeness.ts';
import { compareRows, type RowsBefore } from './compare-rows.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly place?: string;
}

const FILE: FileFacts = { district: 6, fileDate: '2025-07-10', fiscalYear: null, stateOn: '2025-07-12' };
const LIKENESS: Likeness<Row> = {
  noun: 'license',
  keyOf: ({ id }) => String(id),
  flaws: [{ code: 'nameless', says: 'have no name', is: ({ name }) => name === '', allowed: { always: 1 } }],
  ties: [
    {
      code: 'names_of_two',
      says: 'have the name of another place',
      keyOf: ({ name }) => name,
      valueOf: ({ place }) => place ?? '',
      allowed: { always: 1 },
    },
  ],
  changes: [
    {
      code: 'renamed',
      says: 'have another name',
      is: (after, before) => after.name !== before.name,
      allowed: { always: 2, perDay: 0.01 },
    },
  ],
  gone: { always: 5, share: 0.04 },
  added: { always: 10 },
  renamed: { keyOf: ({ name }) => name, allowed: { always: 0 } },
  daysMax: 100,
};

const rows = (count: number, change: (id: number) => Partial<Row> = () => ({})): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `NAME ${id}`, ...change(id) }));

function compare(after: readonly Row[], before: readonly Row[] | undefined, day = '2025-07-10'): string[] {
  const known: RowsBefore<Row>['known'] = new Map(before?.map((row) => [String(row.id), row]));
  const stored = { known, predecessor: before, predecessorDate: before ? day : null };
  return compareRows(after, stored, FILE, LIKENESS).map(({ text }) => text);
}

test('the same rows again, and the first file of a slot, show nothing', () => {
  assert.deepEqual(compare(rows(300), rows(300)), []);
  assert.deepEqual(compare(rows(300), undefined), []);
});

test('rows with a flaw are counted, and one more than the bound is told with both numbers', () => {
  const nameless = (most: number) => rows(20, (id) => (id < most ? { name: '', place: String(id) } : {}));
  assert.deepEqual(compare(nameless(1), undefined), []);
  assert.equal(compare(nameless(2), undefined)[0], '2 of 20 licenses have no name; at most 1 may');
});

test('rows of one key that disagree with most of it are counted', () => {
  const shared = (others: number) =>
    rows(10, (id) => ({ name: 'ONE', place: id < others ? 'ELSEWHERE' : 'HERE' }));
  assert.deepEqual(compare(shared(1), undefined), []);
  assert.deepEqual(compare(shared(2), undefined), [
    '2 of 10 licenses have the name of another place; at most 1 may',
  ]);
});

test('changes are allowed by the day between the files, and not compared at all beyond some days', () => {
  const renamed = rows(100, (id) => (id < 12 ? { name: `OTHER ${id}` } : {}));
  assert.deepEqual(compare(renamed, rows(100)), [
    '12 of 100 licenses on file before have another name; at most 7 may',
  ]);
  assert.deepEqual(compare(renamed, rows(100), '2025-07-05'), []);
  assert.deepEqual(
    compare(
      rows(100, () => ({ name: 'NEW', place: '' })),
      rows(100),
      '2025-01-01',
    ),
    [],
  );
});

test('a few rows may be missing, more are told with the number of the file before', () => {
  const before = rows(1_000);
  assert.deepEqual(compare(before.slice(40), before), []);
  assert.deepEqual(compare(before.slice(41), before), [
    '41 of 1,000 licenses of the file before it are missing; at most 40 may be',
  ]);
});

test('of a small file few rows may be missing, one at least', () => {
  assert.deepEqual(compare(rows(3).slice(1), rows(3)), []);
  assert.match(compare(rows(3).slice(2), rows(3))[0] ?? '', /^2 of 3 licenses .* at most 1 may be/);
  assert.deepEqual(compare(rows(15).slice(3), rows(15)), []);
  assert.match(compare(rows(15).slice(4), rows(15))[0] ?? '', /^4 of 15 licenses .* at most 3 may be/);
});

test('a row under another key is found by what else it is known by', () => {
  const again = rows(50, (id) => (id === 3 ? { id: 900 } : {}));
  assert.deepEqual(compare(again, rows(50)), [
    '1 of 50 licenses of the file before it have another id; at most 0 may',
  ]);
});

test('many new rows in a small file are told', () => {
  assert.deepEqual(compare(rows(31), rows(20)), [
    '11 licenses are new, where the file before it had 20; at most 10 may be',
  ]);
});

test('an operator may accept what is found', () => {
  const stored = { known: new Map(), predecessor: undefined, predecessorDate: null };
  const [found] = compareRows(
    rows(5, () => ({ name: '', place: '' })),
    stored,
    FILE,
    LIKENESS,
  );
  assert.equal(found?.releasable, true);
});

test('rows that moved to the key of their neighbor are told, and one of two doubled rows may go', () => {
  const before = rows(4, (id) => ({ name: `CASE ${id}` }));
  const moved = before.map((row) => ({ ...row, id: row.id + 1 }));
  assert.deepEqual(
    compare(moved, before).filter((text) => text.includes('another id')),
    ['1 of 4 licenses of the file before it have another id; at most 0 may'],
  );
  const doubled = [...before, { id: 9, name: 'CASE 1' }];
  assert.deepEqual(compare(before, doubled), []);
});
