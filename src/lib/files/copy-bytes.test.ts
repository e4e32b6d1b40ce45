import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownBytes } from './copy-bytes.ts';

test('returns the same bytes in a buffer of their own', () => {
  for (const text of ['', 'a', 'Café – 🌮', 'x'.repeat(17_000)])
    for (const content of [text, Buffer.from(text)]) {
      const bytes = ownBytes(content);
      assert.equal(bytes.toString(), text);
      assert.equal(bytes.buffer.byteLength, Buffer.byteLength(text));
    }
});
