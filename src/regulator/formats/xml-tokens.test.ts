import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAttributes } from './xml-tokens.ts';

test('reads attributes with either kind of quotes or spaces around the equals sign, and refuses a duplicate', () => {
  assert.deepEqual(
    [...readAttributes(`c r="A1" s = '2' x:t="&amp;"/`)],
    [
      ['r', 'A1'],
      ['s', '2'],
      ['x:t', '&'],
    ],
  );
  assert.throws(() => readAttributes('c r="A1" r="A2"'));
});

// A pattern that starts over at each letter would take hours for this input.
test('scans a long name without a value only once', () => {
  for (const unit of ['a', 'a ', '"', 'a"'])
    assert.deepEqual([...readAttributes(`${unit.repeat(500_000)} =`)], []);
});
