import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VerdictCount, verdictChangesText } from './verdict-changes.ts';

test('vendors are counted by old and new verdict, and the most frequent change is listed first', () => {
  const count = new VerdictCount();
  count.add('CLEAR', 'CLEAR');
  count.add('CLEAR', 'REVIEW');
  count.add('CLEAR', 'REVIEW');
  count.add('REVIEW', 'CLEAR');
  count.add('DECLINE', undefined);
  count.add(undefined, 'REVIEW');
  const changes = count.list();
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

test('“none changed” and “not counted” are different texts', () => {
  const count = new VerdictCount();
  count.add('CLEAR', 'CLEAR');
  assert.equal(verdictChangesText(count.list()), 'none changed');
  assert.equal(verdictChangesText(null), 'not counted');
});
