import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiryText } from './attention.ts';

test('a license that is over has expired; one that ends before the event will, and its last day still counts', () => {
  const told = (expiresOn: string | null) => expiryText(expiresOn, '2026-05-03', '2026-03-16');
  assert.equal(told('2026-03-15'), 'expired');
  assert.equal(told('2026-03-16'), 'expires before the event');
  assert.equal(told('2026-05-03'), 'runs past the event');
  assert.equal(told(null), 'no expiry date on record');
});
