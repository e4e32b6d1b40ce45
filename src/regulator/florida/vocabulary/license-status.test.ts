import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LICENSES } from './license-codes.ts';

test('each pair of codes has its own status, and codes without a published meaning have none', () => {
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

test('the current holder’s row takes precedence over a delinquent one, and both over a superseded one', () => {
  const order = ['45/45', '45/20', '99/99', '20/18', '20/20'].sort(
    (a, b) => LICENSES.precedenceOf(...split(a)) - LICENSES.precedenceOf(...split(b)),
  );
  assert.deepEqual(order, ['20/20', '20/18', '45/20', '45/45', '99/99']);
});

function split(pair: string): [string, string] {
  const [primary = '', secondary = ''] = pair.split('/');
  return [primary, secondary];
}
