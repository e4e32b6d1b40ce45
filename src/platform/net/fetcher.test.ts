import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleepUnlessAborted } from './fetcher.ts';

test('a canceled wait ends even if the sleep function ignores the signal', async () => {
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

test('a wait does not start if it was already canceled', async () => {
  await sleepUnlessAborted(() => assert.fail('slept'), 60_000, AbortSignal.abort());
});

test('an error in the sleep function is thrown and not mistaken for a cancellation', async () => {
  const broken = async () => {
    throw new Error('no clock');
  };
  await assert.rejects(sleepUnlessAborted(broken, 1, new AbortController().signal), /no clock/);
});
