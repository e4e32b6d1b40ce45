import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveredDays, dateFile } from './file-date.ts';

const days = (...counts: [string, number][]) => new Map(counts);

test('dates a small file by its newest row', () => {
  assert.equal(dateFile(days(['2025-09-15', 1])), '2025-09-15');
  assert.equal(dateFile(days(['2025-09-14', 49], ['2025-09-15', 1])), '2025-09-15');
  assert.equal(dateFile(new Map()), null);
});

test('ignores a few rows with much later dates', () => {
  const march: [string, number][] = [
    ['2020-03-05', 40],
    ['2020-03-04', 5_960],
  ];
  assert.equal(dateFile(days(...march, ['2020-05-03', 1])), '2020-03-05');
  assert.equal(dateFile(days(...march, ['2020-05-03', 6])), '2020-03-05');
  assert.equal(dateFile(days(...march, ['2020-05-03', 7])), '2020-05-03');
  assert.equal(dateFile(days(['2020-05-03', 2], ['2020-03-05', 99])), '2020-03-05');
});

test('adds up the rows from several late dates', () => {
  assert.equal(dateFile(days(['2025-07-04', 1], ['2025-07-03', 2], ['2025-07-02', 500])), '2025-07-03');
});

test('covers the dates from the first row to the last', () => {
  assert.deepEqual(coveredDays(days(['2025-07-04', 1], ['2025-06-30', 1], ['2025-07-02', 9])), {
    first: '2025-06-30',
    last: '2025-07-04',
  });
  assert.equal(coveredDays(new Map()), null);
});
