import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLogger } from '../../platform/log/log.ts';
import { countInMemory, networkOf } from '../limits/rate-limits.ts';
import { buildServer } from '../server.ts';
import { clientNetwork, HOPS_MAX, readAddress } from './client-address.ts';

test('an IPv4 client is identified by its address in any notation; a neighboring address is another client', () => {
  const spelled = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1'];
  assert.deepEqual(spelled.map(clientNetwork), Array(4).fill('192.0.2.1'));
  assert.equal(clientNetwork('::ffff:192.0.2.2'), '192.0.2.2');
  assert.equal(clientNetwork(undefined), 'unknown', 'the connection is closed');
});

test('an IPv6 client is identified by its /64 network in any notation', () => {
  const spelled = ['2001:db8::1', '2001:DB8:0:0::2', '2001:0db8::3', '2001:db8::4%eth0'];
  assert.deepEqual(spelled.map(clientNetwork), Array(4).fill('2001:db8:0:0::/64'));
  assert.notEqual(clientNetwork('2001:db8:0:1::1'), clientNetwork('2001:db8::1'));
});

test('a port, brackets or quotes that a proxy adds to an address do not change the client', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV6(), fc.integer({ min: 0, max: 65_535 }), (v4, v6, port) => {
      const client = readAddress(v4);
      assert.deepEqual(
        [`${v4}:${port}`, ` ${v4}`, `"${v4}:${port}"`].map(readAddress),
        Array(3).fill(client),
      );
      const other = readAddress(v6);
      assert.notEqual(other, undefined);
      assert.deepEqual(
        [`[${v6}]:${port}`, `[${v6}]`, `"[${v6}]:${port}"`].map(readAddress),
        Array(3).fill(other),
      );
      assert.equal(clientNetwork(`[${v6}]:${port}`), clientNetwork(v6));
    }),
  );
});

test('all text that is not an address counts as the same client', () => {
  const texts = [
    '',
    'unknown',
    '_hidden',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '127.1',
    '0x7f.1:5',
    '1.2.3.4:999999',
    '[::1',
  ];
  assert.deepEqual(texts.map(clientNetwork), Array(texts.length).fill('unknown'));
});

test('behind trusted proxies, the client is the last address that is not a trusted proxy, with or without ports', async () => {
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: ['127.0.0.1', '10.0.0.0/8'],
    makeCounter: countInMemory,
    routes: (routes) => {
      routes.get('/', async (request) => ({ network: networkOf(request) }));
    },
  });
  const seen = async (forwarded: string, remoteAddress = '127.0.0.1') =>
    (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).json().network;
  for (const [forwarded, network] of [
    ['203.0.113.7:51234', '203.0.113.7'],
    ['203.0.113.7:51235, 10.0.0.2:443', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:1, 10.0.0.2', '203.0.113.7'],
    ['[2001:db8::7]:51234, 10.0.0.2', '2001:db8:0:0::/64'],
    ['203.0.113.7:1, garbage', 'unknown'],
  ] as const)
    assert.equal(await seen(forwarded), network, forwarded);
  assert.equal(await seen('203.0.113.7:1', '192.0.2.9'), '192.0.2.9');
  await app.close();
});

test('behind a trusted proxy, only the last 32 forwarded addresses are read; without one, none are', async () => {
  for (const [trustProxy, read] of [
    [['127.0.0.1'], HOPS_MAX],
    [[], undefined],
  ] as const) {
    const app = await buildServer({
      logger: createLogger('silent'),
      trustProxy,
      makeCounter: countInMemory,
      routes: (routes) => {
        routes.get('/', async (request) => ({
          network: networkOf(request),
          forwarded: request.headers['x-forwarded-for'],
        }));
      },
    });
    for (const header of [','.repeat(15_000), '127.0.0.1,'.repeat(1_000), `${'x, '.repeat(40)}203.0.113.7`]) {
      const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': header } });
      const { network, forwarded } = answer.json();
      assert.equal(forwarded.split(',').length, read ?? header.split(',').length);
      if (header.endsWith('7')) assert.equal(network, read ? '203.0.113.7' : '127.0.0.1');
    }
    await app.close();
  }
});
