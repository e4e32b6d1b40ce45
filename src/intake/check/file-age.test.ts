import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareAge, type FileAge, newestOfSlots } from './file-age.ts';

const FILE = {
  fileDate: '2025-07-01',
  publishedAt: null,
  readAt: '2025-07-02T12:00:00.000Z',
  runId: 5,
  name: 'b.csv',
  sha256: 'b',
} as const;

/** Variants that are newer than FILE, ordered by the strength of their evidence, strongest first. */
const NEWER: readonly Partial<FileAge>[] = [
  { fileDate: '2025-07-02', publishedAt: '2025-01-01T00:00:00.000Z', runId: 1, name: 'a.csv', sha256: 'a' },
  { readAt: '2025-07-02T12:00:01.000Z', runId: 1, name: 'a.csv', sha256: 'a' },
  { runId: 6, name: 'a.csv', sha256: 'a' },
  { name: 'c.csv', sha256: 'a' },
  { sha256: 'c' },
];

test('files are compared by content date, then publication or reading time, then run, name and hash', () => {
  for (const change of NEWER) {
    assert.ok(compareAge({ ...FILE, ...change }, FILE) > 0, JSON.stringify(change));
    assert.ok(compareAge(FILE, { ...FILE, ...change }) < 0, JSON.stringify(change));
  }
  assert.equal(compareAge(FILE, { ...FILE }), 0);
});

test('a file’s age is based on its publication time, even if the file was read late', () => {
  const published = { ...FILE, publishedAt: '2025-07-02T06:00:00.000Z', readAt: '2025-08-01T12:00:00.000Z' };
  assert.ok(compareAge(published, FILE) < 0);
  assert.ok(compareAge(published, { ...published, publishedAt: '2025-07-02T07:00:00.000Z' }) < 0);
});

test('the newest file in each slot is found, and an undated file counts as older than any dated file', () => {
  const files = [
    { ...FILE, slot: 'one' },
    { ...FILE, fileDate: null, slot: 'one', sha256: 'z' },
    { ...FILE, slot: 'two' },
  ];
  assert.deepEqual(
    [...newestOfSlots(files)].map(([slot, { sha256 }]) => [slot, sha256]),
    [
      ['one', 'b'],
      ['two', 'b'],
    ],
  );
});
