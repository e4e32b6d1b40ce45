import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../http/errors/errors.ts';
import { openStripe } from './stripe.ts';

const TIMEOUT_MS = 4_500;

test('a payment provider that does not respond is tried twice, and is then reported as unavailable', async (t) => {
  // Time is mocked, so a busy machine does not affect the result.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let asked = 0;
  t.mock.method(globalThis, 'fetch', (_url: unknown, init?: RequestInit) => {
    asked += 1;
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
  const settings = {
    secretKey: 'sk_test_hanging0',
    webhookSecret: 'whsec_hanging0',
    price: 'price_x',
    apiBase: 'http://127.0.0.1:1',
  };
  const stripe = openStripe(settings, undefined, TIMEOUT_MS);
  let passed = 0;
  let isOver = false;
  const opening = stripe.openPortal('cus_1', 'https://x.example/').finally(() => {
    isOver = true;
  });
  const rejected = assert.rejects(
    opening,
    (error) =>
      error instanceof AppError &&
      error.code === 'payment_unavailable' &&
      error.status === 503 &&
      error.headers['retry-after'] === '60' &&
      !/sk_test/.test(error.message),
  );
  while (!isOver) {
    await nextTurn();
    t.mock.timers.tick(50);
    passed += 50;
  }
  await rejected;
  assert.equal(asked, 2);
  // Two timeouts with a pause between them.
  assert.ok(passed >= 2 * TIMEOUT_MS && passed < 2 * TIMEOUT_MS + 2_000, `${passed} ms`);
});
