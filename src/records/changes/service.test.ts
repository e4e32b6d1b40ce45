import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCursor, parseCursor } from './service.ts';

const mark = fc.stringMatching(/^[0-9a-f]{12}$/);

test('a cursor is short and is parsed back to its original values', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), mark, (number, of) => {
      const text = formatCursor({ number, mark: of });
      assert.deepEqual(parseCursor(text), { number, mark: of });
      assert.ok(text.length <= 20);
    }),
  );
});

test('no other text is a valid cursor, and no cursor has two spellings', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = parseCursor(text);
      if (cursor) assert.equal(formatCursor(cursor), text);
    }),
  );
  for (const text of [
    '',
    '0',
    '1',
    '-',
    '1-',
    '01-0123456789ab',
    '1-0123456789AB',
    '-1-0123456789ab',
    '1-0123456789abc',
  ])
    assert.equal(parseCursor(text), undefined, text);
});
