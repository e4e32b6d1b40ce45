import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeRows } from './grade-rows.ts';

const FEW = { A: 4, B: 3, C: 2, D: 1, F: 0, withheld: 5, insufficient_record: 6, hold: 7 };

test('letter grades show their percentage of graded vendors if at least 20 vendors are graded; other rows never show a percentage', () => {
  const texts = gradeRows({ ...FEW, A: 1_034, insufficient_record: 2_000 }).map(({ text }) => text);
  assert.deepEqual(texts, [
    '1,034 (99.4%)',
    '3 (0.3%)',
    '2 (0.2%)',
    '1 (0.1%)',
    '0 (0.0%)',
    '5',
    '2,000',
    '7',
  ]);
  assert.deepEqual(
    gradeRows(FEW).map(({ text }) => text),
    ['4', '3', '2', '1', '0', '5', '6', '7'],
  );
});
