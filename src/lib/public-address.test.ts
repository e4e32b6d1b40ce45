import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback, isPublicAddress } from './public-address.ts';

const REFUSED = [
  ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '169.254.169.254', '169.254.170.2', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['192.0.0.192', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16', '192.88.99.1'],
  ...[
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
  ],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1'],
  ...['::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1'],
  ...['100::1', '4000::1', '', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '8.8.8.8/8'],
] as const;

test('loopback, private, link-local, shared, multicast, reserved and wrapped addresses are not public', () => {
  for (const address of REFUSED) assert.equal(isPublicAddress(address), false, address);
});

test('addresses that are given out are public', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])
    assert.equal(isPublicAddress(address), true, address);
});

test('only addresses of the machine itself are loopback', () => {
  assert.deepEqual(
    ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1', '::ffff:127.0.0.1', 'localhost', '8.8.8.8'].map(isLoopback),
    [true, true, true, false, false, false, false],
  );
});
