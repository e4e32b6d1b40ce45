import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { loadConfig } from '../../src/config.ts';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import { webhookRoutes } from '../../src/owner/billing/routes.ts';
import {
  type BillingService,
  createBillingService,
  stripeSettings,
} from '../../src/owner/billing/service.ts';
import { hasVerifiedClaim, listVerifiedClaims } from '../../src/owner/claims/service.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { createRecordReader } from '../../src/records/read/record-reader-service.ts';
import { identifyVendor } from '../../src/search/find/identify-service.ts';
import { billingPages } from '../../src/web/owner/billing/routes.ts';
import { insertAccount } from './account-rows.ts';
import type { OpenTestDatabase, TestDatabase } from './engines.ts';
import { type FakeStripe, type FakeSubscription, type SignedEvent, startFakeStripe } from './fake-stripe.ts';
import { licenseRow } from './regulator-files.ts';
import { insertVerifiedClaim, listMails, PELICAN, publishDay } from './watch-rows.ts';

/**
 * Helpers for testing the purchase of paid monitoring: its pages, its webhook, and a server that mimics
 * Stripe's API.
 */

export const BASE_URL = 'https://vendors.example';
export const CHECKOUT = '/api/vendor-pro/checkout';
export const WANTED = `${CHECKOUT}?license=MFD4758801`;

/**
 * The state at the start of each test: Stripe is configured, and one account is the verified owner of one
 * license.
 */
interface Shop {
  readonly database: TestDatabase;
  readonly stripe: FakeStripe;
  readonly billing: BillingService;
  readonly app: FastifyInstance;
  readonly account: string;
  readonly claimId: string;
  now: Date;
  /** The monitoring that was started, each as an account id and license digits. */
  readonly started: string[];
  /** The error messages that were logged. */
  readonly errors: string[];
}

/**
 * Opens a shop before each test in a suite and closes it afterward. The returned fields are set only while a
 * test runs.
 */
export function useCheckout(open: OpenTestDatabase) {
  const shop = {} as { -readonly [Part in keyof Shop]: Shop[Part] };
  const closing: (() => Promise<unknown>)[] = [];
  const serve = async (settings: Record<string, string>, testAllowed = false) => {
    const served = await openShop(shop, settings, testAllowed);
    closing.push(() => served.server.close());
    return served;
  };

  beforeEach(async () => {
    const database = await open();
    const stripe = await startFakeStripe();
    Object.assign(shop, { database, stripe, now: new Date('2026-03-16T15:00:00Z'), started: [], errors: [] });
    ({ server: shop.app, service: shop.billing } = await serve(stripe.settings));
    shop.account = await insertAccount(database.db, 'truck@vendor.example');
    shop.claimId = await insertVerifiedClaim(database.db, shop.account, PELICAN);
    await publishDay(database, { day: '2026-03-16', licenses: [licenseRow()] });
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await shop.stripe.close();
    await shop.database.close();
  });
  return Object.assign(shop, { serve, ...steps(shop) });
}

/**
 * Returns the actions that the browser, Stripe, and the test can take. The session cookie is simply the
 * account's id.
 */
function steps(shop: Shop) {
  const get = (url: string, cookie: string | undefined = shop.account, server = shop.app) =>
    server.inject({ url, headers: cookie ? { cookie } : {} });
  const post = (
    url: string,
    fields: Record<string, string>,
    cookie: string | undefined = shop.account,
    server = shop.app,
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
    return (await shop.app.inject({ method: 'POST', url: '/webhooks/stripe', payload, headers })).statusCode;
  };
  const buy = async (): Promise<FakeSubscription> => {
    const answer = await post(CHECKOUT, { license: 'MFD4758801' });
    assert.equal(answer.statusCode, 303);
    return shop.stripe.pay(String(answer.headers.location));
  };
  const bought = async (): Promise<FakeSubscription> => {
    const subscription = await buy();
    assert.equal(await deliver(shop.stripe.sessionEvent(subscription)), 200);
    return subscription;
  };
  const states = async (accountId = shop.account) =>
    (await shop.billing.list(accountId)).map(({ state }) => state);
  const subjects = async () => (await listMails(shop.database.db)).map(({ subject }) => subject);
  return { get, post, deliver, buy, bought, states, subjects };
}

async function openShop(shop: Shop, settings: Record<string, string>, testAllowed: boolean) {
  const { db, published } = shop.database;
  const service = await createBillingService({
    ledgerDb: db,
    stripe: stripeSettings(loadConfig(settings)),
    testAllowed: async () => testAllowed,
    hasVerifiedClaim,
    onStarted: async (accountId, license) => void shop.started.push(`${accountId} ${license.license_digits}`),
    baseUrl: BASE_URL,
    now: () => shop.now,
    log: { info() {}, error: (_fields, message) => void shop.errors.push(message) },
  });
  const records = createRecordReader(published, { today: () => '2026-03-16' });
  const server = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (root) => {
      root.register(webhookRoutes, { limits: { ACCOUNT: 0 }, billing: service });
      root.register(billingPages, {
        billing: service,
        findSession: async ({ cookie }) =>
          cookie
            ? { accountId: cookie, name: 'Truck', email: 'truck@vendor.example', sessionId: 's' }
            : undefined,
        findLicense: async (number) => {
          const { vendor, license_type, license_digits } = (
            await identifyVendor(published, records, { license_number: number })
          ).facts();
          const { number: license_number, status: license_status } = vendor.license;
          return { license_type, license_digits, license_number, license_status, name: vendor.name };
        },
        hasVerifiedClaim: (accountId, license) => hasVerifiedClaim(db, accountId, license),
        listVerifiedClaims: (accountId) => listVerifiedClaims(db, accountId),
        baseUrl: BASE_URL,
        limits: { ACCOUNT: 0 },
        isFictional: async () => testAllowed,
      });
    },
  });
  return { server, service };
}
