import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSED_ADDRESSES, REFUSED_SPELLINGS } from '../../../test/support/refused-addresses.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';

test('no private, special-purpose or embedded address is public', () => {
  for (const [what, addresses] of Object.entries(REFUSED_ADDRESSES))
    for (const address of addresses) assert.equal(isPublicAddress(address), false, `${what}: ${address}`);
  for (const text of [...REFUSED_SPELLINGS, '', 'localhost', '8.8.8.8/8', 'fe80::1%eth0'])
    assert.equal(isPublicAddress(text), false, text);
});

test('addresses that are assigned to networks are public', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])
    assert.equal(isPublicAddress(address), true, address);
});

test('only addresses of the machine itself are loopback', () => {
  assert.deepEqual(
    ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1', '::ffff:127.0.0.1', 'localhost', '8.8.8.8'].map(isLoopback),
    [true, true, true, false, false, false, false],
  );
});
