import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleepUnlessAborted } from './fetcher.ts';

test('a canceled wait ends, whether or not the sleep function stops', async () => {
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

test('a wait that is already canceled does not start', async () => {
  await sleepUnlessAborted(() => assert.fail('slept'), 60_000, AbortSignal.abort());
});

test('a sleep function that fails is not mistaken for a canceled one', async () => {
  const broken = async () => {
    throw new Error('no clock');
  };
  await assert.rejects(sleepUnlessAborted(broken, 1, new AbortController().signal), /no clock/);
});
