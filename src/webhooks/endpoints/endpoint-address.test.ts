import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSED_ADDRESSES, REFUSED_SPELLINGS } from '../../../test/support/refused-addresses.ts';
import { readEndpointUrl } from './endpoint-address.ts';

const NAMES = [
  'localhost',
  'localhost.',
  'a.localhost',
  'intranet',
  'printer.local',
  'db.internal',
  'nas.lan',
  'metadata.google.internal',
  'router.home',
  'a.test',
  'a.invalid',
];

test('rejects every IP address that is not public, and every local name', () => {
  const written = Object.values(REFUSED_ADDRESSES).flat();
  const hosts = written.map((each) => (each.includes(':') ? `[${each}]` : each));
  for (const host of [...hosts, ...REFUSED_SPELLINGS, ...NAMES])
    for (const url of [`https://${host}/`, `https://${host}:8443/hook`, `HTTPS://${host}`])
      assert.equal(readEndpointUrl(url, false).ok, false, url);
});

test('accepts a public name or IP address only with https and on ports 443 and 8443', () => {
  for (const url of ['https://hooks.example/', 'https://hooks.example:8443/a?b=c', 'https://8.8.8.8/'])
    assert.deepEqual(readEndpointUrl(url, false), { ok: true, value: { url } });
  for (const url of ['http://hooks.example/', 'https://hooks.example:22/', 'https://hooks.example:80/'])
    assert.equal(readEndpointUrl(url, false).ok, false, url);
});
