import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertAccount } from '../support/account-rows.ts';
import { BASE_URL, CHECKOUT, useCheckout, WANTED } from '../support/checkout.ts';
import { describeEngines } from '../support/engines.ts';
import { licenseRow } from '../support/regulator-files.ts';
import { listMails, PELICAN, publishDay } from '../support/watch-rows.ts';

/**
 * Contract 1, 4.3: paid monitoring is bought in a browser. The tests use Stripe's own library with a fake
 * Stripe server.
 */
describeEngines('the checkout', (open) => {
  const shop = useCheckout(open);
  const { get, post, deliver, buy, bought, states, subjects, serve } = shop;

  test('“Checkout happens in a browser”: signing in, claiming, and paying at Stripe starts monitoring', async () => {
    const stranger = await get(WANTED, '');
    assert.equal(stranger.headers.location, `/sign-in?${new URLSearchParams({ next: WANTED })}`);
    const other = await insertAccount(shop.database.db);
    assert.equal((await get(WANTED, other)).headers.location, '/claim?license=MFD4758801');
    assert.equal(
      (await post(CHECKOUT, { license: 'MFD4758801' }, other)).headers.location,
      '/claim?license=MFD4758801',
    );

    const page = await get(`${CHECKOUT}?license=mfd-475-8801`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /\$9\.99 a month/);
    assert.match(
      String(page.headers['content-security-policy']),
      /form-action 'self' https:\/\/checkout\.stripe\.com/,
    );
    assert.equal(page.headers['access-control-allow-origin'], undefined);

    const subscription = await buy();
    const { form, version, idempotencyKey } = shop.stripe.requests[0] ?? assert.fail('no request');
    assert.deepEqual(
      [
        form.mode,
        form.client_reference_id,
        form['line_items[0][price_data][unit_amount]'],
        form.customer_email,
      ],
      ['subscription', shop.account, '999', 'truck@vendor.example'],
    );
    assert.equal(form['subscription_data[metadata][license_digits]'], '4758801');
    assert.equal(form.success_url, `${BASE_URL}${CHECKOUT}/done?license=MFD4758801`);
    assert.deepEqual(
      [version, idempotencyKey],
      ['2026-10-28.endive', `checkout:${shop.account}:2014:4758801:2026-03-16`],
    );
    assert.match((await get(`${CHECKOUT}/done?license=MFD4758801`)).body, /Payment in progress/);

    assert.equal(await deliver(shop.stripe.sessionEvent(subscription)), 200);
    assert.deepEqual(await states(), ['active']);
    assert.deepEqual(await subjects(), ['Alerts are on for license 4758801']);
    assert.deepEqual(shop.started, [`${shop.account} 4758801`]);
    assert.match((await get(`${CHECKOUT}/done?license=MFD4758801`)).body, /We’re watching this license/);
    assert.equal((await get(WANTED)).headers.location, '/settings/licenses');
    assert.equal((await post(CHECKOUT, { license: 'MFD4758801' })).headers.location, '/settings/licenses');
  });

  test('takes only one payment from two tabs on one day, and shows a page and takes none if Stripe rejects the checkout', async () => {
    const one = await post(CHECKOUT, { license: '4758801' });
    const two = await post(CHECKOUT, { license: '4758801' });
    assert.equal(one.headers.location, two.headers.location);
    shop.stripe.failWith = 402;
    const failed = await post(CHECKOUT, { license: '4758801' });
    assert.equal(failed.statusCode, 500);
    assert.ok(!failed.body.includes('the shop is shut'));
  });

  test('returns 503 and explains that nothing was charged while Stripe is unreachable', async () => {
    for (const down of [503, 429]) {
      shop.stripe.failWith = down;
      const failed = await post(CHECKOUT, { license: '4758801' });
      assert.equal(failed.statusCode, 503);
      assert.equal(failed.headers['retry-after'], '60');
      assert.match(failed.body, /We can’t reach the payment service right now\. You weren’t charged\./);
    }
  });

  test('opens the portal only for the claim’s own account; canceling there ends monitoring when the period ends', async () => {
    const subscription = await bought();
    const address = `/settings/licenses/${shop.claimId}/portal`;
    const other = await insertAccount(shop.database.db);
    for (const [url, cookie] of [
      [address, other],
      [`/settings/licenses/${shop.account}/portal`, shop.account],
      ['/settings/licenses/x/portal', shop.account],
    ] as const) {
      const page = await get(url, cookie);
      const sent = await post(url, {}, cookie);
      assert.deepEqual([page.statusCode, sent.statusCode], [404, 404]);
    }
    assert.match((await get(address)).body, /Paid until/);
    assert.equal(
      (await post(address, {})).headers.location,
      `${shop.stripe.url}/portal/${subscription.customer}`,
    );
    subscription.cancel_at_period_end = true;
    await deliver(shop.stripe.subscriptionEvent('updated', subscription));
    assert.deepEqual(await states(), ['active']);
    assert.match((await get(address)).body, /<dt>Ends<\/dt>/);
    subscription.status = 'canceled';
    await deliver(shop.stripe.subscriptionEvent('deleted', subscription));
    assert.deepEqual(await states(), ['cancelled']);
    assert.ok((await subjects()).includes('We’ve stopped watching license 4758801'));
    assert.equal((await get(WANTED)).statusCode, 200, 'it can be bought again');
  });

  test('does not sell monitoring for a relinquished license and explains why, but lets existing monitoring be canceled', async () => {
    const subscription = await bought();
    const address = `/settings/licenses/${shop.claimId}/portal`;
    const license = licenseRow({ primaryStatus: '46', secondaryStatus: '' });
    await publishDay(shop.database, { day: '2026-03-17', licenses: [license] });
    const running = await get(address);
    assert.match(running.body, /holder gave up this license\.<\/strong> Its record no longer changes/);
    assert.match(running.body, /Change card or cancel at Stripe/);
    subscription.status = 'canceled';
    await deliver(shop.stripe.subscriptionEvent('deleted', subscription));

    const before = shop.stripe.requests.length;
    const portal = await get(address);
    const page = await get(WANTED);
    const sent = await post(CHECKOUT, { license: 'MFD4758801' });
    assert.deepEqual([portal.statusCode, page.statusCode, sent.statusCode], [200, 200, 409]);
    for (const { body } of [portal, page, sent]) {
      assert.match(body, /This license can’t be watched/);
      assert.match(body, /claim that one and watch it\. If you didn’t give up this license/);
      assert.doesNotMatch(body, /9\.99|Start the watch|Pay /);
    }
    assert.equal(shop.stripe.requests.length, before, 'no request is sent to Stripe');
  });

  test('sells nothing without Stripe outside a demo: the checkout explains that, and the webhook accepts nothing', async () => {
    const { server } = await serve({});
    const page = await get(WANTED, '', server);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /isn’t available here/);
    const portal = `/settings/licenses/${shop.claimId}/portal`;
    assert.match(String((await get(portal, '', server)).headers.location), /^\/sign-in\?next=/);
    assert.equal((await get('/settings/licenses/x/portal', shop.account, server)).statusCode, 404);
    assert.match((await get(portal, shop.account, server)).body, /isn’t available here/);
    assert.match((await post(portal, {}, shop.account, server)).body, /isn’t available here/);
    const event = shop.stripe.sessionEvent(await buy());
    const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature };
    const answer = await server.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      payload: event.payload,
      headers,
    });
    assert.equal(answer.statusCode, 400);
  });

  test('in a demo is a clearly labeled test without real money that can decline, pay, and cancel', async () => {
    const { server, service } = await serve({}, true);
    const page = await get(WANTED, shop.account, server);
    assert.match(page.body, /No money: test checkout/);
    const declined = await post(CHECKOUT, { license: '4758801', answer: 'decline' }, shop.account, server);
    assert.equal(declined.headers.location, `${WANTED}&paid=no`);
    assert.match(
      (await get(String(declined.headers.location), shop.account, server)).body,
      /No payment was made/,
    );
    assert.equal(await service.findLive(shop.account, PELICAN), undefined);
    for (let attempt = 1; attempt <= 2; attempt++)
      await post(CHECKOUT, { license: '4758801', answer: 'pay' }, shop.account, server);
    assert.deepEqual(
      (await service.list(shop.account)).map(({ provider, state }) => [provider, state]),
      [['test', 'active']],
    );
    assert.match((await listMails(shop.database.db))[0]?.body ?? '', /^This is a test: no money was paid\./);
    assert.deepEqual(shop.stripe.requests, []);
    const address = `/settings/licenses/${shop.claimId}/portal`;
    assert.match((await get(address, shop.account, server)).body, /Cancel the test subscription/);
    assert.equal(
      (await post(address, {}, shop.account, server)).headers.location,
      '/settings/licenses?done=watch-ended',
    );
    assert.equal(await service.findLive(shop.account, PELICAN), undefined);
  });

  test('starts monitoring for only one of many concurrent test checkouts, and sends the buyer one email', async () => {
    const { service } = await serve({}, true);
    // Opens every database connection first, so that all checkouts start at the same time.
    await Promise.all(Array.from({ length: 20 }, () => service.list(shop.account)));
    await Promise.all(Array.from({ length: 20 }, () => service.startTest(shop.account, PELICAN)));
    assert.equal((await service.list(shop.account)).length, 1);
    assert.equal((await listMails(shop.database.db)).length, 1);
  });

  test('ends a demo’s test subscriptions once its records are real', async () => {
    const demo = await serve({}, true);
    await demo.service.startTest(shop.account, PELICAN);
    assert.deepEqual(await demo.service.reconcile(), { ended: 0, cancelled: 0, failed: 0 });
    const real = await serve({}, false);
    assert.deepEqual(await real.service.reconcile(), { ended: 1, cancelled: 1, failed: 0 });
    await assert.rejects(real.service.startTest(shop.account, PELICAN));
  });

  test('rejects a form from another site, and explains the problem with an unknown license', async () => {
    const foreign = await shop.app.inject({
      method: 'POST',
      url: CHECKOUT,
      payload: 'license=4758801',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        cookie: shop.account,
      },
    });
    assert.equal(foreign.statusCode, 403);
    for (const [url, status] of [
      [CHECKOUT, 400],
      [`${CHECKOUT}?license=abc`, 400],
      [`${CHECKOUT}?license=1`, 404],
    ] as const) {
      const answer = await get(url);
      assert.deepEqual(
        [answer.statusCode, String(answer.headers['content-type'])],
        [status, 'text/html; charset=utf-8'],
      );
    }
  });
});
