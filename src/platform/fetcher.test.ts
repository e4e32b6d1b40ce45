import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFetcher, sleepUnlessAborted } from './fetcher.ts';

test('a body that is not as long as declared is truncated, even where fetch lets it pass', async (t) => {
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

test('a wait that is called off ends, whether the clock gives way or not', async () => {
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

test('a wait that is called off beforehand does not begin', async () => {
  await sleepUnlessAborted(() => assert.fail('slept'), 60_000, AbortSignal.abort());
});

test('a clock that fails is not taken for one that was called off', async () => {
  const broken = async () => {
    throw new Error('no clock');
  };
  await assert.rejects(sleepUnlessAborted(broken, 1, new AbortController().signal), /no clock/);
});
