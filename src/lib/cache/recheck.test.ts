import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecheck } from './recheck.ts';

test('a recheck is due immediately, then after each interval', () => {
  let clock = 0;
  const isDue = createRecheck({ recheckMs: 100, now: () => clock });
  const answers = [0, 0, 99, 100, 199, 250].map((time) => {
    clock = time;
    return isDue();
  });
  assert.deepEqual(answers, [true, false, false, true, false, true]);
});

test('a recheck with an interval of 0 is always due', () => {
  const isDue = createRecheck({ recheckMs: 0, now: () => 0 });
  assert.deepEqual([isDue(), isDue()], [true, true]);
});
