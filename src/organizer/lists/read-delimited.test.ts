import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDelimited } from './read-delimited.ts';

test('a text is read to one row more than asked for, regardless of its length, and a row to a hundred cells', () => {
  for (const text of ['a\n'.repeat(500_000), '\n'.repeat(1_000_000), ',\n'.repeat(400_000)])
    assert.ok(readDelimited(text, ',', 501).length <= 502, text.slice(0, 4));
  const [row] = readDelimited(','.repeat(1_000_000), ',', 501);
  assert.ok((row?.cells.length ?? 0) <= 101, `${row?.cells.length} cells`);
});
