import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveredDays, dateFile } from './file-date.ts';

const days = (...counts: [string, number][]) => new Map(counts);

test('a small file’s date is its newest day', () => {
  assert.equal(dateFile(days(['2025-09-15', 1])), '2025-09-15');
  assert.equal(dateFile(days(['2025-09-14', 49], ['2025-09-15', 1])), '2025-09-15');
  assert.equal(dateFile(new Map()), null);
});

test('a few rows with later dates do not affect a file’s date', () => {
  const march: [string, number][] = [
    ['2020-03-05', 40],
    ['2020-03-04', 5_960],
  ];
  assert.equal(dateFile(days(...march, ['2020-05-03', 1])), '2020-03-05');
  assert.equal(dateFile(days(...march, ['2020-05-03', 6])), '2020-03-05');
  assert.equal(dateFile(days(...march, ['2020-05-03', 7])), '2020-05-03');
  assert.equal(dateFile(days(['2020-05-03', 2], ['2020-03-05', 99])), '2020-03-05');
});

test('adds up the rows from several late days', () => {
  assert.equal(dateFile(days(['2025-07-04', 1], ['2025-07-03', 2], ['2025-07-02', 500])), '2025-07-03');
});

test('a file covers its first day to its last', () => {
  assert.deepEqual(coveredDays(days(['2025-07-04', 1], ['2025-06-30', 1], ['2025-07-02', 9])), {
    first: '2025-06-30',
    last: '2025-07-04',
  });
  assert.equal(coveredDays(new Map()), null);
});
