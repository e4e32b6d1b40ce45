import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVerdicts, verdictChangesText } from './verdict-changes.ts';

test('vendors are counted by the verdict they had and have, the most frequent change first', () => {
  const before = new Map([
    ['same', 'CLEAR'],
    ['a', 'CLEAR'],
    ['b', 'CLEAR'],
    ['c', 'REVIEW'],
    ['gone', 'DECLINE'],
  ]);
  const after = new Map([
    ['same', 'CLEAR'],
    ['a', 'REVIEW'],
    ['b', 'REVIEW'],
    ['c', 'CLEAR'],
    ['new', 'REVIEW'],
  ]);
  const changes = compareVerdicts(before, after);
  assert.deepEqual(changes, [
    { before: 'CLEAR', after: 'REVIEW', vendors: 2 },
    { before: 'DECLINE', after: null, vendors: 1 },
    { before: 'REVIEW', after: 'CLEAR', vendors: 1 },
    { before: null, after: 'REVIEW', vendors: 1 },
  ]);
  assert.equal(
    verdictChangesText(changes),
    '3 changed (CLEAR → REVIEW 2, REVIEW → CLEAR 1), 1 new (REVIEW 1), 1 gone (DECLINE 1)',
  );
});

test('no change, and changes that are not known, are told apart', () => {
  assert.equal(
    verdictChangesText(compareVerdicts(new Map([['a', 'CLEAR']]), new Map([['a', 'CLEAR']]))),
    'none changed',
  );
  assert.equal(verdictChangesText(null), 'not counted');
});
