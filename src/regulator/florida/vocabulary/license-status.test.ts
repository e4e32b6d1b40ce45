import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LICENSES } from './license-codes.ts';

test('each pair of codes gives a status, which is unknown if a code has no published meaning', () => {
  const pairs = [
    '20/20',
    '20/',
    '45/20',
    '45/',
    '20/18',
    '45/18',
    '46/',
    '46/45',
    '45/45',
    '20/45',
    '32/20',
    '61/20',
  ];
  const statuses = pairs.map((pair) => LICENSES.statusOf(...split(pair)));
  assert.deepEqual(statuses, [
    'current',
    'unknown',
    'delinquent',
    'delinquent',
    'transfer_pending',
    'transfer_pending',
    'relinquished',
    'relinquished',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
});

test('a current row takes precedence over a delinquent one, and both take precedence over a superseded one', () => {
  const order = ['45/45', '45/20', '99/99', '20/18', '20/20'].sort(
    (a, b) => LICENSES.precedenceOf(...split(a)) - LICENSES.precedenceOf(...split(b)),
  );
  assert.deepEqual(order, ['20/20', '20/18', '45/20', '45/45', '99/99']);
});

function split(pair: string): [string, string] {
  const [primary = '', secondary = ''] = pair.split('/');
  return [primary, secondary];
}
