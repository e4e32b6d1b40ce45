import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Numbers } from '../../platform/counters/ledger-counts.ts';
import { DAILY_TRIES_MAX, notifyOwner, tryForAddress, tryFromPlace, waitAfter } from './try-policy.ts';

const START = Date.parse('2026-03-16T15:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('the first few wrong attempts cause no wait; from the fifth on, the wait doubles up to an hour', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1_000].map((tries) => waitAfter(tries) / 1_000);
  assert.deepEqual(seconds, [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
});

test('a network or device that uses every attempt gets fewer than 40 attempts a day', () => {
  let numbers: Numbers = [];
  let tries = 0;
  for (let at = START; at < START + DAY_MS && tries < 1_000; ) {
    const { result, after = numbers } = tryFromPlace(new Date(at))(numbers);
    numbers = after;
    if (result.allowed) tries += 1;
    else at += result.seconds * 1_000;
  }
  assert.equal(tries, 34);
});

test('the count for a network or device restarts after a day without an attempt', () => {
  let numbers: Numbers = [];
  for (let tries = 0; tries < 5; tries += 1) numbers = tryFromPlace(new Date(START))(numbers).after ?? [];
  assert.deepEqual(tryFromPlace(new Date(START + 1))(numbers).result, { allowed: false, seconds: 30 });
  assert.deepEqual(tryFromPlace(new Date(START + DAY_MS))(numbers).after, [1, START + DAY_MS]);
});

test('an address has a fixed number of attempts a day from unknown browsers, and a refusal says how long until the limit resets', () => {
  let numbers: Numbers = [];
  for (let tries = 0; tries < DAILY_TRIES_MAX; tries += 1)
    numbers = tryForAddress(new Date(START + tries))(numbers).after ?? [];
  const refused = tryForAddress(new Date(START + HOUR_MS))(numbers);
  assert.deepEqual(refused, { result: { allowed: false, seconds: 23 * 3_600 } });
  assert.deepEqual(tryForAddress(new Date(START + DAY_MS))(numbers).result, { allowed: true });
});

test('the owner is notified of ten failures at most once a day, even if another day of attempts begins', () => {
  const tell = (numbers: Numbers, at: number) => notifyOwner(new Date(at))(numbers);
  assert.equal(tell([9, START, 0], START).result, undefined);
  const { result, after = [] } = tell([10, START, 0], START + HOUR_MS);
  assert.deepEqual([result, after], [10, [10, START, START + HOUR_MS]]);
  assert.equal(tell([50, START, START + HOUR_MS], START + 2 * HOUR_MS).result, undefined);
  const nextDay = tryForAddress(new Date(START + DAY_MS))(after).after ?? [];
  assert.equal(tell([20, nextDay[1] ?? 0, nextDay[2] ?? 0], START + DAY_MS).result, undefined);
  assert.equal(tell([20, START + DAY_MS, START], START + DAY_MS + HOUR_MS).result, 20);
});
