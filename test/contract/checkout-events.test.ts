import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useCheckout } from '../support/checkout.ts';
import { describeEngines } from '../support/engines.ts';
import { PELICAN } from '../support/watch-rows.ts';

/** Contract 4.3: Stripe's checkout events, which can be delivered in any order and more than once. */
describeEngines('Stripe events', (open) => {
  const shop = useCheckout(open);
  const { deliver, buy, bought, states, subjects } = shop;

  test('change nothing without a valid, recent signature over their exact bytes', async () => {
    const subscription = await buy();
    const good = shop.stripe.sessionEvent(subscription);
    const forged = shop.stripe.event(
      'checkout.session.completed',
      { subscription: subscription.id },
      { secret: 'whsec_other' },
    );
    const old = shop.stripe.event(
      'checkout.session.completed',
      { subscription: subscription.id },
      { timestamp: Math.floor(Date.now() / 1_000) - 301 },
    );
    for (const bad of [
      forged,
      old,
      { payload: `${good.payload} `, signature: good.signature },
      { payload: good.payload, signature: '' },
      { payload: good.payload, signature: 't=1,v1=00' },
    ])
      assert.equal(await deliver(bad), 400);
    const unsigned = await shop.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      payload: good.payload,
    });
    assert.equal(unsigned.statusCode, 400);
    assert.equal(await deliver({ ...good, payload: ' '.repeat(256 * 1024 + 1) }), 413);
    assert.deepEqual(await states(), []);
    assert.equal(await deliver(good), 200);
    assert.deepEqual(await states(), ['active']);
  });

  test('count once, even if they are delivered again once or six times simultaneously', async () => {
    const subscription = await buy();
    const event = shop.stripe.sessionEvent(subscription);
    const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(event)));
    assert.ok(answers.includes(200));
    for (const again of [
      event,
      shop.stripe.subscriptionEvent('created', subscription),
      shop.stripe.invoiceEvent('paid', subscription),
    ])
      assert.equal(await deliver(again), 200);
    assert.deepEqual(await states(), ['active']);
    assert.equal((await subjects()).length, 1);
  });

  test('leave the state equal to Stripe’s regardless of their order', async () => {
    const subscription = await buy();
    const session = shop.stripe.sessionEvent(subscription);
    const created = shop.stripe.subscriptionEvent('created', subscription);
    const paid = shop.stripe.invoiceEvent('paid', subscription);
    subscription.status = 'past_due';
    const failed = shop.stripe.invoiceEvent('payment_failed', subscription);
    subscription.status = 'active';
    const updated = shop.stripe.subscriptionEvent('updated', subscription);
    for (const event of [updated, failed, paid, created, session]) assert.equal(await deliver(event), 200);
    assert.deepEqual(await states(), ['active']);
    subscription.status = 'canceled';
    assert.equal(await deliver(shop.stripe.subscriptionEvent('deleted', subscription)), 200);
    const late = shop.stripe.event('customer.subscription.updated', {
      id: subscription.id,
      status: 'active',
    });
    assert.equal(await deliver(late), 200);
    assert.deepEqual(await states(), ['cancelled']);
  });

  test('cause a new fetch when another event overtakes a response, instead of overwriting the newer state', async () => {
    const subscription = await bought();
    let first = true;
    shop.stripe.onRetrieve = async () => {
      if (!first) return;
      first = false;
      // The request above returned "active". Before that response is processed, the card fails, and the event
      // about the failure arrives and is processed.
      subscription.status = 'past_due';
      assert.equal(await deliver(shop.stripe.invoiceEvent('payment_failed', subscription)), 200);
    };
    assert.equal(await deliver(shop.stripe.subscriptionEvent('updated', subscription)), 200);
    assert.deepEqual(await states(), ['past_due']);
  });

  test('invalidate an older response even if the newer one changed nothing', async () => {
    const subscription = await bought();
    subscription.status = 'past_due';
    let first = true;
    shop.stripe.onRetrieve = async () => {
      if (!first) return;
      first = false;
      // The request above returned "past_due". Then the payment succeeds and its event arrives, but the state
      // stored here is already the same.
      subscription.status = 'active';
      assert.equal(await deliver(shop.stripe.invoiceEvent('paid', subscription)), 200);
    };
    assert.equal(await deliver(shop.stripe.invoiceEvent('payment_failed', subscription)), 200);
    assert.deepEqual([await states(), (await subjects()).length], [['active'], 1]);
  });

  test('are all accepted on the first try when many about one subscription arrive concurrently', async () => {
    const subscription = await bought();
    const events = Array.from({ length: 8 }, () => shop.stripe.subscriptionEvent('updated', subscription));
    // Stripe responds only once all requests are pending, so that every event arrives before any is written.
    let untaken = events.length;
    let asking: (() => void)[] = [];
    const answerAll = () => {
      if (asking.length < untaken) return;
      for (const answer of asking.splice(0)) answer();
    };
    shop.stripe.onRetrieve = () =>
      new Promise<void>((resolve) => {
        asking = [...asking, resolve];
        answerAll();
      });
    const answers = await Promise.all(
      events.map(async (event) => {
        const answer = await deliver(event);
        untaken -= 1;
        answerAll();
        return answer;
      }),
    );
    assert.deepEqual(
      answers,
      events.map(() => 200),
    );
    assert.deepEqual([await states(), shop.errors], [['active'], []]);
  });

  test('start monitoring once and cancel the other subscriptions if several for one license are paid simultaneously', async () => {
    const metadata = { account_id: shop.account, ...PELICAN };
    const events = Array.from({ length: 12 }, () =>
      shop.stripe.sessionEvent(shop.stripe.addSubscription({ metadata })),
    );
    const answers = await Promise.all(events.map(deliver));
    assert.deepEqual(
      answers,
      events.map(() => 200),
    );
    assert.deepEqual((await states()).toSorted(), ['active', ...Array(11).fill('cancel_requested')]);
    assert.equal((await subjects()).length, 12);
  });

  test('are rolled back completely if they fail halfway, so that Stripe’s retry processes everything', async () => {
    const subscription = await buy();
    const event = shop.stripe.sessionEvent(subscription);
    shop.stripe.failWith = 500;
    assert.equal(await deliver(event), 500);
    shop.stripe.failWith = undefined;
    assert.equal(await deliver(event), 200);
    assert.deepEqual([await states(), (await subjects()).length], [['active'], 1]);
  });

  test('are accepted and discarded if they are about unknown subscriptions', async () => {
    const foreign = shop.stripe.addSubscription({ metadata: {} });
    const begun = shop.stripe.addSubscription({
      status: 'incomplete',
      metadata: { account_id: shop.account, ...PELICAN },
    });
    for (const event of [
      shop.stripe.sessionEvent(foreign),
      shop.stripe.subscriptionEvent('created', begun),
      shop.stripe.event('customer.created', { id: 'cus_1' }),
      shop.stripe.event('invoice.paid', { id: 'in_1', parent: null }),
      shop.stripe.event('checkout.session.completed', { subscription: null }),
      shop.stripe.event('checkout.session.completed', { subscription: 'sub_unknown' }),
    ])
      assert.equal(await deliver(event), 200);
    assert.deepEqual([await states(), await subjects()], [[], []]);
  });
});
