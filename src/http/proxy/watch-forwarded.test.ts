import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { readForwardedAddresses } from './client-address.ts';
import { watchForwarded } from './watch-forwarded.ts';

/** Returns the detected state and the number of logged warnings after these requests. */
async function after(
  trustProxy: string[],
  requests: readonly { readonly remoteAddress: string; readonly headers?: Record<string, string> }[],
) {
  const warned: unknown[] = [];
  const app = Fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false });
  app.log.warn = (...given: unknown[]) => void warned.push(given);
  readForwardedAddresses(app);
  const forwarded = watchForwarded(app);
  app.get('/', async () => 'ok');
  for (const request of requests) await app.inject({ url: '/', ...request });
  await app.close();
  return [forwarded(), warned.length];
}

const forwards = { 'x-forwarded-for': '203.0.113.7' };

test('an unconfigured proxy on this machine or network is detected, and a warning is logged once', async () => {
  for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:10.1.2.3', '192.168.0.9', 'fd00::7'])
    for (const trusted of [[], ['172.16.0.1']]) {
      const request = { remoteAddress, headers: forwards };
      assert.deepEqual(await after(trusted, [request, request]), ['ignored', 1], remoteAddress);
    }
  const real = { remoteAddress: '127.0.0.1', headers: { 'x-real-ip': '203.0.113.7' } };
  assert.deepEqual(await after([], [real]), ['ignored', 1]);
});

test('headers from a configured proxy are read, and a client that sends such headers does not count as a proxy', async () => {
  const request = { remoteAddress: '127.0.0.1', headers: forwards };
  assert.deepEqual(await after(['127.0.0.1'], [request]), ['read', 0]);
  assert.deepEqual(await after([], [{ remoteAddress: '203.0.113.9', headers: forwards }]), ['none', 0]);
  assert.deepEqual(await after([], [{ remoteAddress: '127.0.0.1' }]), ['none', 0]);
});
