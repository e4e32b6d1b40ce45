import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowMaker } from './row-maker.ts';

test('a row has each value under its name, for any names; if a name repeats, the last value is used', () => {
  assert.deepEqual(rowMaker(['id', 'name'])([1, null]), { id: 1, name: null });
  assert.deepEqual(rowMaker([])([]), {});
  assert.deepEqual(rowMaker(['a', 'b', 'a'])([1, 2, 3]), { a: 3, b: 2 });
  const odd = rowMaker(['count(*)', '__proto__', '0'])([1, 2, 3]);
  assert.deepEqual(Object.entries(odd), [
    ['0', 3],
    ['count(*)', 1],
    ['__proto__', 2],
  ]);
});

test('a row does not depend on the row before it', () => {
  const toRow = rowMaker(['a', 'b']);
  const first = toRow([1, 2]);
  assert.deepEqual(
    [toRow([3]), first],
    [
      { a: 3, b: undefined },
      { a: 1, b: 2 },
    ],
  );
});
