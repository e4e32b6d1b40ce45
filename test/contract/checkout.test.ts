import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { loadConfig } from '../../src/config.ts';
import { webhookRoutes } from '../../src/features/billing/routes.ts';
import {
  type BillingService,
  createBillingService,
  requestCancellation,
  stripeSettings,
} from '../../src/features/billing/service.ts';
import { hasVerifiedClaim, listVerifiedClaims } from '../../src/features/claims/service.ts';
import type { LicenseRef } from '../../src/features/claims/service-types.ts';
import { identifyVendor } from '../../src/features/vendors/identify.ts';
import { createRecordReader } from '../../src/features/vendors/record-reader.ts';
import { countInMemory } from '../../src/http/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import type { OpenDatabase } from '../../src/platform/db/database.ts';
import { createLogger } from '../../src/platform/log.ts';
import { billingPages } from '../../src/web/billing/routes.ts';
import { insertAccount } from '../support/account-rows.ts';
import { describeEngines } from '../support/engines.ts';
import {
  type FakeStripe,
  type FakeSubscription,
  type SignedEvent,
  startFakeStripe,
} from '../support/fake-stripe.ts';
import { licenseRow } from '../support/regulator-files.ts';
import { insertVerifiedClaim, listMails, PELICAN, publishDay } from '../support/watch-rows.ts';

const BASE_URL = 'https://vendors.example';
const CHECKOUT = '/api/vendor-pro/checkout';
const WANTED = `${CHECKOUT}?license=MFD4758801`;
const DAY_MS = 86_400_000;

/** Contract §1, §4.3: the paid watch is bought in a browser, with Stripe's own library against a server that speaks its format. */
describeEngines('the checkout', (open) => {
  let database: OpenDatabase;
  let stripe: FakeStripe;
  let billing: BillingService;
  let app: FastifyInstance;
  let account: string;
  let claimId: string;
  let now: Date;
  let started: string[];
  const errors: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  const serve = async (settings: Record<string, string>, testAllowed = false) => {
    const { db } = database;
    const service = createBillingService({
      db,
      stripe: stripeSettings(loadConfig(settings)),
      testAllowed: async () => testAllowed,
      hasVerifiedClaim,
      onStarted: async (accountId, license) => void started.push(`${accountId} ${license.license_digits}`),
      baseUrl: BASE_URL,
      now: () => now,
      log: { info() {}, error: (_fields, message) => void errors.push(message) },
    });
    const records = createRecordReader(db, { recheckMs: 0, now: () => performance.now() });
    const server = await buildServer({
      logger: createLogger('silent'),
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (root) => {
        root.register(webhookRoutes, { billing: service });
        root.register(billingPages, {
          billing: service,
          findSession: async ({ cookie }) =>
            cookie
              ? { accountId: cookie, name: 'Truck', email: 'truck@vendor.example', sessionId: 's' }
              : undefined,
          findLicense: async (number) => {
            const { vendor, license_type, license_digits } = (
              await identifyVendor(db, records, { license_number: number })
            ).facts();
            return { license_type, license_digits, license_number: vendor.license.number, name: vendor.name };
          },
          hasVerifiedClaim: (accountId, license) => hasVerifiedClaim(db, accountId, license),
          listVerifiedClaims: (accountId) => listVerifiedClaims(db, accountId),
          baseUrl: BASE_URL,
          limits: { ACCOUNT: 0 },
          isFictional: async () => testAllowed,
        });
      },
    });
    closing.push(() => server.close());
    return { server, service };
  };

  beforeEach(async () => {
    now = new Date('2026-03-16T15:00:00Z');
    started = [];
    errors.length = 0;
    database = await open();
    stripe = await startFakeStripe();
    ({ server: app, service: billing } = await serve(stripe.settings));
    account = await insertAccount(database.db, 'truck@vendor.example');
    claimId = await insertVerifiedClaim(database.db, account, PELICAN);
    await publishDay(database, { day: '2026-03-16', licenses: [licenseRow()] });
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await stripe.close();
    await database.close();
  });
  after(() => stripe.close());

  const get = (url: string, cookie: string | undefined = account, server = app) =>
    server.inject({ url, headers: cookie ? { cookie } : {} });
  const post = (
    url: string,
    fields: Record<string, string>,
    cookie: string | undefined = account,
    server = app,
  ) =>
    server.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...(cookie ? { cookie } : {}),
      },
    });
  const deliver = async ({ payload, signature }: Pick<SignedEvent, 'payload' | 'signature'>) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    return (await app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })).statusCode;
  };
  const buy = async (): Promise<FakeSubscription> => {
    const answer = await post(CHECKOUT, { license: 'MFD4758801' });
    assert.equal(answer.statusCode, 303);
    return stripe.pay(String(answer.headers.location));
  };
  const bought = async (): Promise<FakeSubscription> => {
    const subscription = await buy();
    assert.equal(await deliver(stripe.sessionEvent(subscription)), 200);
    return subscription;
  };
  const states = async (accountId = account) => (await billing.list(accountId)).map(({ state }) => state);
  const subjects = async () => (await listMails(database.db)).map(({ subject }) => subject);

  test('“Checkout happens in a browser”: sign in, claim, pay at Stripe, and the watch is on', async () => {
    const stranger = await get(WANTED, '');
    assert.equal(stranger.headers.location, `/sign-in?${new URLSearchParams({ next: WANTED })}`);
    const other = await insertAccount(database.db);
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
    const { form, version, idempotencyKey } = stripe.requests[0] ?? assert.fail('no request');
    assert.deepEqual(
      [
        form.mode,
        form.client_reference_id,
        form['line_items[0][price_data][unit_amount]'],
        form.customer_email,
      ],
      ['subscription', account, '999', 'truck@vendor.example'],
    );
    assert.equal(form['subscription_data[metadata][license_digits]'], '4758801');
    assert.equal(form.success_url, `${BASE_URL}${CHECKOUT}/done?license=MFD4758801`);
    assert.deepEqual(
      [version, idempotencyKey],
      ['2026-10-28.endive', `checkout:${account}:2014:4758801:2026-03-16`],
    );
    assert.match((await get(`${CHECKOUT}/done?license=MFD4758801`)).body, /Payment under way/);

    assert.equal(await deliver(stripe.sessionEvent(subscription)), 200);
    assert.deepEqual(await states(), ['active']);
    assert.deepEqual(await subjects(), ['The watch of license 4758801 is on']);
    assert.deepEqual(started, [`${account} 4758801`]);
    assert.match((await get(`${CHECKOUT}/done?license=MFD4758801`)).body, /The watch is on/);
    assert.equal((await get(WANTED)).headers.location, '/settings/licenses');
    assert.equal((await post(CHECKOUT, { license: 'MFD4758801' })).headers.location, '/settings/licenses');
  });

  test('two tabs on one day lead to one payment; a checkout that Stripe refuses is a page, not a payment', async () => {
    const [one, two] = [
      await post(CHECKOUT, { license: '4758801' }),
      await post(CHECKOUT, { license: '4758801' }),
    ];
    assert.equal(one.headers.location, two.headers.location);
    stripe.failWith = 402;
    const failed = await post(CHECKOUT, { license: '4758801' });
    assert.equal(failed.statusCode, 500);
    assert.ok(!failed.body.includes('down'));
  });

  test('a notice without a good, recent signature over the very bytes changes nothing', async () => {
    const subscription = await buy();
    const good = stripe.sessionEvent(subscription);
    const forged = stripe.event(
      'checkout.session.completed',
      { subscription: subscription.id },
      { secret: 'whsec_other' },
    );
    const old = stripe.event(
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
    const unsigned = await app.inject({ method: 'POST', url: '/webhooks/stripe', payload: good.payload });
    assert.equal(unsigned.statusCode, 400);
    assert.equal(await deliver({ ...good, payload: ' '.repeat(256 * 1024 + 1) }), 413);
    assert.deepEqual(await states(), []);
    assert.equal(await deliver(good), 200);
    assert.deepEqual(await states(), ['active']);
  });

  test('an event that comes again, once or six times at once, counts once', async () => {
    const subscription = await buy();
    const event = stripe.sessionEvent(subscription);
    const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(event)));
    assert.ok(answers.includes(200));
    for (const again of [
      event,
      stripe.subscriptionEvent('created', subscription),
      stripe.invoiceEvent('paid', subscription),
    ])
      assert.equal(await deliver(again), 200);
    assert.deepEqual(await states(), ['active']);
    assert.equal((await subjects()).length, 1);
  });

  test('in whatever order events arrive, what is true at Stripe is true here', async () => {
    const subscription = await buy();
    const [session, created] = [
      stripe.sessionEvent(subscription),
      stripe.subscriptionEvent('created', subscription),
    ];
    const paid = stripe.invoiceEvent('paid', subscription);
    subscription.status = 'past_due';
    const failed = stripe.invoiceEvent('payment_failed', subscription);
    subscription.status = 'active';
    const updated = stripe.subscriptionEvent('updated', subscription);
    for (const event of [updated, failed, paid, created, session]) assert.equal(await deliver(event), 200);
    assert.deepEqual(await states(), ['active']);
    subscription.status = 'canceled';
    assert.equal(await deliver(stripe.subscriptionEvent('deleted', subscription)), 200);
    const late = stripe.event('customer.subscription.updated', { id: subscription.id, status: 'active' });
    assert.equal(await deliver(late), 200);
    assert.deepEqual(await states(), ['cancelled']);
  });

  test('an answer that another event overtook on its way is asked for again, not written over the newer one', async () => {
    const subscription = await bought();
    let first = true;
    stripe.onRetrieve = async () => {
      if (!first) return;
      first = false;
      // What was asked above still says "active"; meanwhile the card fails, and that is told and taken in.
      subscription.status = 'past_due';
      assert.equal(await deliver(stripe.invoiceEvent('payment_failed', subscription)), 200);
    };
    assert.equal(await deliver(stripe.subscriptionEvent('updated', subscription)), 200);
    assert.deepEqual(await states(), ['past_due']);
  });

  test('a failure while an event is taken in leaves nothing of it, so that Stripe’s next try does all', async () => {
    const subscription = await buy();
    const event = stripe.sessionEvent(subscription);
    stripe.failWith = 500;
    assert.equal(await deliver(event), 500);
    stripe.failWith = undefined;
    assert.equal(await deliver(event), 200);
    assert.deepEqual([await states(), (await subjects()).length], [['active'], 1]);
  });

  test('events about nothing of ours are taken and forgotten', async () => {
    const foreign = stripe.addSubscription({ metadata: {} });
    const started = stripe.addSubscription({
      status: 'incomplete',
      metadata: { account_id: account, ...PELICAN },
    });
    for (const event of [
      stripe.sessionEvent(foreign),
      stripe.subscriptionEvent('created', started),
      stripe.event('customer.created', { id: 'cus_1' }),
      stripe.event('invoice.paid', { id: 'in_1', parent: null }),
      stripe.event('checkout.session.completed', { subscription: null }),
      stripe.event('checkout.session.completed', { subscription: 'sub_unknown' }),
    ])
      assert.equal(await deliver(event), 200);
    assert.deepEqual([await states(), await subjects()], [[], []]);
  });

  test('what is paid for a license that is not the account’s, or for an account that is gone, is ended at Stripe', async () => {
    const other = await insertAccount(database.db);
    for (const owner of [other, 'nobody']) {
      const subscription = stripe.addSubscription({ metadata: { account_id: owner, ...PELICAN } });
      assert.equal(await deliver(stripe.sessionEvent(subscription)), 200);
      assert.deepEqual(await states(owner), ['cancel_requested']);
      assert.deepEqual(await billing.settle(), { ended: 0, cancelled: 1, failed: 0 });
      assert.deepEqual([await states(owner), subscription.status], [['cancelled'], 'canceled']);
    }
    assert.deepEqual(started, []);
    assert.equal(errors.length, 2, 'somebody paid for nothing: whoever runs the site must hear of it');
  });

  test('a second subscription for the same license is ended, the first goes on', async () => {
    await bought();
    const second = stripe.addSubscription({ metadata: { account_id: account, ...PELICAN } });
    assert.equal(await deliver(stripe.sessionEvent(second)), 200);
    await billing.settle();
    assert.deepEqual((await states()).sort(), ['active', 'cancelled']);
    assert.equal(second.status, 'canceled');
  });

  test('a card that fails: 14 days of grace with a mail, back on when it is paid, over when it is not', async () => {
    const subscription = await bought();
    subscription.status = 'past_due';
    await deliver(stripe.invoiceEvent('payment_failed', subscription));
    const live = await billing.findLive(account, PELICAN);
    assert.deepEqual([live?.state, live?.grace_ends_at], ['past_due', '2026-03-30T15:00:00.000Z']);
    now = new Date(now.getTime() + 3 * DAY_MS);
    await deliver(stripe.invoiceEvent('payment_failed', subscription));
    assert.equal((await billing.findLive(account, PELICAN))?.grace_ends_at, '2026-03-30T15:00:00.000Z');
    subscription.status = 'active';
    await deliver(stripe.invoiceEvent('paid', subscription));
    assert.deepEqual(await states(), ['active']);
    subscription.status = 'past_due';
    await deliver(stripe.invoiceEvent('payment_failed', subscription));
    now = new Date(now.getTime() + 14 * DAY_MS - 1);
    assert.equal((await billing.settle()).ended, 0);
    now = new Date(now.getTime() + 1);
    assert.deepEqual(await billing.settle(), { ended: 1, cancelled: 1, failed: 0 });
    assert.deepEqual([await states(), subscription.status], [['cancelled'], 'canceled']);
    await deliver(stripe.subscriptionEvent('deleted', subscription));
    assert.deepEqual((await subjects()).sort(), [
      'The payment for license 4758801 did not work',
      'The payment for license 4758801 did not work',
      'The payment for license 4758801 has come',
      'The watch of license 4758801 has ended',
      'The watch of license 4758801 is on',
    ]);
    const failed = (await listMails(database.db)).find(({ subject }) => subject.includes('did not work'));
    assert.match(failed?.body ?? '', /goes on until March 30, 2026/);
  });

  test('the portal: for the claim’s own account alone, and a cancellation there ends the watch with its period', async () => {
    const subscription = await bought();
    const address = `/settings/licenses/${claimId}/portal`;
    const other = await insertAccount(database.db);
    for (const [url, cookie] of [
      [address, other],
      [`/settings/licenses/${account}/portal`, account],
      ['/settings/licenses/x/portal', account],
    ] as const) {
      const [page, sent] = [await get(url, cookie), await post(url, {}, cookie)];
      assert.deepEqual([page.statusCode, sent.statusCode], [404, 404]);
    }
    assert.match((await get(address)).body, /Paid until/);
    assert.equal((await post(address, {})).headers.location, `${stripe.url}/portal/${subscription.customer}`);
    subscription.cancel_at_period_end = true;
    await deliver(stripe.subscriptionEvent('updated', subscription));
    assert.deepEqual(await states(), ['active']);
    assert.match((await get(address)).body, /<dt>Ends<\/dt>/);
    subscription.status = 'canceled';
    await deliver(stripe.subscriptionEvent('deleted', subscription));
    assert.deepEqual(await states(), ['cancelled']);
    assert.ok((await subjects()).includes('The watch of license 4758801 has ended'));
    assert.equal((await get(WANTED)).statusCode, 200, 'and it can be bought again');
  });

  test('a released claim and a deleted account end the subscription at Stripe, however often Stripe is down', async () => {
    const release = (tx: Parameters<typeof requestCancellation>[0], license?: LicenseRef) =>
      requestCancellation(tx, {
        accountId: account,
        ...(license ? { license } : {}),
        baseUrl: BASE_URL,
        now,
      });
    const first = await bought();
    await database.db.transaction().execute((tx) => release(tx, PELICAN));
    assert.deepEqual(await states(), ['cancel_requested']);
    stripe.failWith = 500;
    for (let attempt = 1; attempt <= 2; attempt++)
      assert.deepEqual(await billing.settle(), { ended: 0, cancelled: 0, failed: 1 });
    stripe.failWith = undefined;
    await deliver(stripe.subscriptionEvent('updated', first));
    assert.deepEqual(await states(), ['cancel_requested'], 'Stripe’s "active" does not bring it back');
    assert.deepEqual(await billing.settle(), { ended: 0, cancelled: 1, failed: 0 });
    assert.equal(first.status, 'canceled');

    now = new Date(now.getTime() + DAY_MS);
    const second = await bought();
    await database.db.transaction().execute(async (tx) => {
      await release(tx);
      await tx.deleteFrom('accounts').where('id', '=', account).execute();
    });
    assert.deepEqual(await billing.settle(), { ended: 0, cancelled: 1, failed: 0 });
    assert.equal(second.status, 'canceled');
  });

  test('a claim or account that went without a word is noticed by the next run, and never paid on', async () => {
    const [one, two] = [await bought(), stripe.addSubscription({ metadata: {} })];
    await database.db.updateTable('claims').set({ state: 'released' }).where('id', '=', claimId).execute();
    assert.deepEqual(await billing.settle(), { ended: 1, cancelled: 1, failed: 0 });
    assert.deepEqual([one.status, two.status], ['canceled', 'active']);
  });

  test('without Stripe outside a demo nothing is sold: the checkout says so to anybody, the webhook takes nothing', async () => {
    const { server } = await serve({});
    const page = await get(WANTED, '', server);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /not available here/);
    const portal = `/settings/licenses/${claimId}/portal`;
    assert.match(String((await get(portal, '', server)).headers.location), /^\/sign-in\?next=/);
    assert.equal((await get('/settings/licenses/x/portal', account, server)).statusCode, 404);
    assert.match((await get(portal, account, server)).body, /not available here/);
    assert.match((await post(portal, {}, account, server)).body, /not available here/);
    const event = stripe.sessionEvent(await buy());
    const headers = { 'content-type': 'application/json', 'stripe-signature': event.signature };
    const answer = await server.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      payload: event.payload,
      headers,
    });
    assert.equal(answer.statusCode, 400);
  });

  test('a demo has a test checkout that says so, with no money: declined, paid, cancelled', async () => {
    const { server, service } = await serve({}, true);
    const page = await get(WANTED, account, server);
    assert.match(page.body, /No money: test checkout/);
    const declined = await post(CHECKOUT, { license: '4758801', answer: 'decline' }, account, server);
    assert.equal(declined.headers.location, `${WANTED}&paid=no`);
    assert.match((await get(String(declined.headers.location), account, server)).body, /No payment was made/);
    assert.equal(await service.findLive(account, PELICAN), undefined);
    for (let attempt = 1; attempt <= 2; attempt++)
      await post(CHECKOUT, { license: '4758801', answer: 'pay' }, account, server);
    assert.deepEqual(
      (await service.list(account)).map(({ provider, state }) => [provider, state]),
      [['test', 'active']],
    );
    assert.match((await listMails(database.db))[0]?.body ?? '', /^This is a test: no money was paid\./);
    assert.deepEqual(stripe.requests, []);
    const address = `/settings/licenses/${claimId}/portal`;
    assert.match((await get(address, account, server)).body, /Cancel the test subscription/);
    assert.equal(
      (await post(address, {}, account, server)).headers.location,
      '/settings/licenses?done=watch-ended',
    );
    assert.equal(await service.findLive(account, PELICAN), undefined);
  });

  test('a demo’s tests end once its records are real', async () => {
    const demo = await serve({}, true);
    await demo.service.startTest(account, PELICAN);
    assert.deepEqual(await demo.service.settle(), { ended: 0, cancelled: 0, failed: 0 });
    const real = await serve({}, false);
    assert.deepEqual(await real.service.settle(), { ended: 1, cancelled: 1, failed: 0 });
    await assert.rejects(real.service.startTest(account, PELICAN));
  });

  test('a form of another site cannot buy, and a license that nobody has is a page that says so', async () => {
    const foreign = await app.inject({
      method: 'POST',
      url: CHECKOUT,
      payload: 'license=4758801',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        cookie: account,
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
