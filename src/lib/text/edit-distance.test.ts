import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.ts';

test('property: the edit distance matches a simple full-table computation, up to the given limit', () => {
  const word = fc.oneof(
    fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map((letters) => letters.join('')),
    fc.array(fc.constantFrom('a', 'b'), { minLength: 60, maxLength: 70 }).map((letters) => letters.join('')),
  );
  fc.assert(
    fc.property(word, word, fc.nat(9), (a, b, most) => {
      const plain = plainDistance(a, b);
      assert.equal(editDistance(a, b, most), plain <= most ? plain : undefined);
    }),
    { numRuns: 2_000 },
  );
});

function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchanged) edits = Math.min(edits, at(i - 2, j - 2) + 1);
      (table[i] ?? [])[j] = edits;
    }
  return at(a.length, b.length);
}
