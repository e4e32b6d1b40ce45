import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Counted, personSeconds } from './model.ts';

const NOTHING: Counted = { clicks: 0, fields: 0, characters: 0, copies: 0, pages: 0, screens: 0 };

test('each counted action takes the time that the keystroke-level model specifies', () => {
  const of = (counted: Partial<Counted>) => Number(personSeconds({ ...NOTHING, ...counted }).toFixed(2));
  assert.deepEqual(
    [of({ clicks: 1 }), of({ fields: 1 }), of({ characters: 1 }), of({ copies: 1 })],
    [2.65, 3.45, 0.28, 7.17],
  );
  assert.deepEqual([of({ pages: 1 }), of({ screens: 1 })], [1.35, 1.1]);
  assert.equal(of({ clicks: 2, fields: 1, characters: 10, pages: 3 }), 15.6);
});
