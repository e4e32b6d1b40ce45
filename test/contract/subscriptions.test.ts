import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCancellation } from '../../src/owner/billing/service.ts';
import type { LicenseRef } from '../../src/owner/claims/claim.ts';
import { insertAccount } from '../support/account-rows.ts';
import { BASE_URL, useCheckout } from '../support/checkout.ts';
import { describeEngines } from '../support/engines.ts';
import { listMails, PELICAN } from '../support/watch-rows.ts';

const DAY_MS = 86_400_000;

/**
 * Contract 1: no one pays for monitoring that they do not have. Also tests how monitoring continues and ends.
 */
describeEngines('a subscription', (open) => {
  const shop = useCheckout(open);
  const { deliver, bought, states, subjects } = shop;

  test('is canceled at Stripe if it was paid by a deleted account or for another account’s license', async () => {
    const other = await insertAccount(shop.database.db);
    for (const owner of [other, 'nobody']) {
      const subscription = shop.stripe.addSubscription({ metadata: { account_id: owner, ...PELICAN } });
      assert.equal(await deliver(shop.stripe.sessionEvent(subscription)), 200);
      assert.deepEqual(await states(owner), ['cancel_requested']);
      assert.deepEqual(await shop.billing.reconcile(), { ended: 0, cancelled: 1, failed: 0 });
      assert.deepEqual([await states(owner), subscription.status], [['cancelled'], 'canceled']);
    }
    assert.deepEqual(shop.started, []);
    assert.equal(shop.errors.length, 2, 'the operator is notified that a payment was for nothing');
  });

  test('is canceled if it is the second one for a license, while the first continues', async () => {
    await bought();
    const second = shop.stripe.addSubscription({ metadata: { account_id: shop.account, ...PELICAN } });
    assert.equal(await deliver(shop.stripe.sessionEvent(second)), 200);
    await shop.billing.reconcile();
    assert.deepEqual((await states()).sort(), ['active', 'cancelled']);
    assert.equal(second.status, 'canceled');
  });

  test('has a 14-day grace period and an email after a failed payment, then resumes if paid and otherwise ends', async () => {
    const subscription = await bought();
    subscription.status = 'past_due';
    await deliver(shop.stripe.invoiceEvent('payment_failed', subscription));
    const live = await shop.billing.findLive(shop.account, PELICAN);
    assert.deepEqual([live?.state, live?.grace_ends_at], ['past_due', '2026-03-30T15:00:00.000Z']);
    shop.now = new Date(shop.now.getTime() + 3 * DAY_MS);
    await deliver(shop.stripe.invoiceEvent('payment_failed', subscription));
    assert.equal(
      (await shop.billing.findLive(shop.account, PELICAN))?.grace_ends_at,
      '2026-03-30T15:00:00.000Z',
    );
    subscription.status = 'active';
    await deliver(shop.stripe.invoiceEvent('paid', subscription));
    assert.deepEqual(await states(), ['active']);
    subscription.status = 'past_due';
    await deliver(shop.stripe.invoiceEvent('payment_failed', subscription));
    shop.now = new Date(shop.now.getTime() + 14 * DAY_MS - 1);
    assert.equal((await shop.billing.reconcile()).ended, 0);
    shop.now = new Date(shop.now.getTime() + 1);
    assert.deepEqual(await shop.billing.reconcile(), { ended: 1, cancelled: 1, failed: 0 });
    assert.deepEqual([await states(), subscription.status], [['cancelled'], 'canceled']);
    await deliver(shop.stripe.subscriptionEvent('deleted', subscription));
    assert.deepEqual((await subjects()).sort(), [
      'Alerts are on for license 4758801',
      'The payment for license 4758801 didn’t go through',
      'The payment for license 4758801 didn’t go through',
      'We received the payment for license 4758801',
      'We’ve stopped watching license 4758801',
    ]);
    const failed = (await listMails(shop.database.db)).find(({ subject }) =>
      subject.includes('didn’t go through'),
    );
    assert.match(failed?.body ?? '', /will continue until March 30, 2026/);
  });

  test('is canceled at Stripe when its claim is released or its account deleted, no matter how often Stripe is down', async () => {
    const release = (tx: Parameters<typeof requestCancellation>[0], license?: LicenseRef) =>
      requestCancellation(tx, {
        accountId: shop.account,
        ...(license ? { license } : {}),
        baseUrl: BASE_URL,
        now: shop.now,
      });
    const first = await bought();
    await shop.database.db.transaction().execute((tx) => release(tx, PELICAN));
    assert.deepEqual(await states(), ['cancel_requested']);
    shop.stripe.failWith = 500;
    for (let attempt = 1; attempt <= 2; attempt++)
      assert.deepEqual(await shop.billing.reconcile(), { ended: 0, cancelled: 0, failed: 1 });
    shop.stripe.failWith = undefined;
    await deliver(shop.stripe.subscriptionEvent('updated', first));
    assert.deepEqual(await states(), ['cancel_requested'], 'Stripe’s "active" does not bring it back');
    assert.deepEqual(await shop.billing.reconcile(), { ended: 0, cancelled: 1, failed: 0 });
    assert.equal(first.status, 'canceled');

    shop.now = new Date(shop.now.getTime() + DAY_MS);
    const second = await bought();
    await shop.database.db.transaction().execute(async (tx) => {
      await release(tx);
      await tx.deleteFrom('accounts').where('id', '=', shop.account).execute();
    });
    assert.deepEqual(await shop.billing.reconcile(), { ended: 0, cancelled: 1, failed: 0 });
    assert.equal(second.status, 'canceled');
  });

  test('is canceled by the next run, and never charged again, if its claim or account disappeared without notice', async () => {
    const one = await bought();
    const two = shop.stripe.addSubscription({ metadata: {} });
    await shop.database.db
      .updateTable('claims')
      .set({ state: 'released' })
      .where('id', '=', shop.claimId)
      .execute();
    assert.deepEqual(await shop.billing.reconcile(), { ended: 1, cancelled: 1, failed: 0 });
    assert.deepEqual([one.status, two.status], ['canceled', 'active']);
  });
});
