import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { AppError } from '../../http/errors.ts';
import { openStripe } from './stripe.ts';

test('a payment provider that takes connections and says nothing is asked twice, and then is unavailable', async (t) => {
  let asked = 0;
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        asked += 1;
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  const apiBase = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const settings = {
    secretKey: 'sk_test_hanging0',
    webhookSecret: 'whsec_hanging0',
    price: 'price_x',
    apiBase,
  };
  const stripe = openStripe(settings, undefined, 100);
  await assert.rejects(
    stripe.openPortal('cus_1', 'https://x.example/'),
    (error) =>
      error instanceof AppError &&
      error.code === 'payment_unavailable' &&
      error.status === 503 &&
      error.headers['retry-after'] === '60' &&
      !/sk_test/.test(error.message),
  );
  assert.equal(asked, 2);
});
