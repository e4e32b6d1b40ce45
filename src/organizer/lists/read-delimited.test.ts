import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDelimited } from './read-delimited.ts';

test('at most one extra row and a hundred cells per row are parsed, regardless of the length of the text', () => {
  for (const text of ['a\n'.repeat(500_000), '\n'.repeat(1_000_000), ',\n'.repeat(400_000)])
    assert.ok(readDelimited(text, ',', 501).length <= 502, text.slice(0, 4));
  const [row] = readDelimited(','.repeat(1_000_000), ',', 501);
  assert.ok((row?.cells.length ?? 0) <= 101, `${row?.cells.length} cells`);
});
