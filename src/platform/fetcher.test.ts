import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFetcher, sleepUnlessAborted } from './fetcher.ts';

test('a body that is shorter than declared is truncated, even when fetch accepts it', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'fetcher-'));
  t.after(() => rm(directory, { recursive: true }));
  const headers = { 'content-type': 'text/csv', 'content-length': '9' };
  const fetcher = createFetcher({
    userAgent: 'test',
    timeoutMs: 1_000,
    idleTimeoutMs: 1_000,
    maxBytes: 1_000,
    retries: 0,
    backoffMs: 0,
    sleep: async () => {},
    random: () => 0,
    fetch: async () => new Response('District', { headers }),
  });
  const url = new URL('https://regulator.example/a.csv');
  assert.deepEqual(await fetcher.download({ url, path: join(directory, 'a.csv') }), {
    status: 'failed',
    reason: 'truncated',
    message: 'https://regulator.example/a.csv: 8 of 9 bytes came',
  });
  assert.deepEqual(await readdir(directory), []);
});

test('a canceled wait ends, whether or not the clock stops', async () => {
  const givesWay = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const never = () => new Promise<void>(() => {});
  for (const sleep of [givesWay, never]) {
    const controller = new AbortController();
    const waited = sleepUnlessAborted(sleep, 60_000, controller.signal);
    controller.abort();
    await waited;
  }
});

test('a wait that is canceled beforehand does not begin', async () => {
  await sleepUnlessAborted(() => assert.fail('slept'), 60_000, AbortSignal.abort());
});

test('a clock that fails is not mistaken for a canceled one', async () => {
  const broken = async () => {
    throw new Error('no clock');
  };
  await assert.rejects(sleepUnlessAborted(broken, 1, new AbortController().signal), /no clock/);
});
