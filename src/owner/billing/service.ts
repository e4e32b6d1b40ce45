import { randomUUID } from 'node:crypto';
import { findRecipient, lockAccountIfThere } from '../../accounts/account/service.ts';
import {
  CHECKOUT_PATH,
  checkoutPath,
  type MonitoringSale,
} from '../../decisions/self-check/monitoring-offer.ts';
import type { Language } from '../../lib/language/language.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { addMonths, jurisdictionDay } from '../../lib/time/dates.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { LicenseRef } from '../claims/claim.ts';
import type { BillingContext, PaymentMode } from './context.ts';
import { endedMail, startedMail } from './mail-texts.ts';
import { type Reconciliation, reconcile } from './reconcile-service.ts';
import { findCustomerId, findLive, insertSubscription, listOfAccount, updateStanding } from './store.ts';
import type { StripeSettings } from './stripe.ts';
import type { Subscription } from './subscription.ts';
import { type EventOutcome, takeEvent } from './webhook-service.ts';

export { requestCancellation } from './reconcile-service.ts';
export type { Subscription };

/** Subscriptions: the accounts that pay to have a license monitored. */
export interface BillingService {
  /** The payment provider in use now. */
  mode(): Promise<PaymentMode>;
  /** Finds the account's live subscription for a license. */
  findLive(accountId: string, license: LicenseRef): Promise<Subscription | undefined>;
  /** Lists all of an account's subscriptions, including ended ones, newest first. */
  list(accountId: string): Promise<Subscription[]>;
  /** Returns the address of the payment page. */
  startCheckout(buyer: Buyer): Promise<string>;
  /** Starts the demo's checkout, which involves no money. Throws anywhere else. */
  startTest(accountId: string, license: LicenseRef): Promise<void>;
  /**
   * Returns the address of Stripe's portal. For a test subscription, ends it and returns undefined. Throws if
   * Stripe does not respond.
   */
  openPortal(subscription: Subscription, language?: Language): Promise<string | undefined>;
  /**
   * Handles a notice. Returns undefined if its signature is invalid. Throws if the provider must resend it.
   */
  takeEvent(body: Buffer, signature: string): Promise<EventOutcome | undefined>;
  /** Call this about every hour. */
  reconcile(): Promise<Reconciliation>;
}

interface BillingOptions extends Omit<BillingContext, 'provider' | 'mode'> {
  readonly ledgerDb: LedgerDb;
  /** Undefined if Stripe is not configured. */
  readonly stripe: StripeSettings | undefined;
  /** Returns true if the test checkout may replace Stripe: in a demo, while its records are fictional. */
  readonly testAllowed: () => Promise<boolean>;
}

interface Buyer {
  readonly accountId: string;
  readonly email: string;
  readonly license: LicenseRef;
  /** As in a URL: letters and digits without a dash. */
  readonly licenseNumber: string;
  /** The language of the pages that the buyer returns to. */
  readonly language?: Language;
}

/** Creates the service. The payment provider's library is large, so it is loaded only if used. */
export async function createBillingService({
  stripe,
  testAllowed,
  ...rest
}: BillingOptions): Promise<BillingService> {
  const provider = stripe && (await import('./stripe.ts')).openStripe(stripe, rest.cutOff);
  const mode = async (): Promise<PaymentMode> =>
    provider ? 'stripe' : (await testAllowed()) ? 'test' : 'none';
  const context: BillingContext = { ...rest, provider, mode };
  return {
    mode,
    findLive: (accountId, license) => findLive(context.ledgerDb, accountId, license),
    list: (accountId) => listOfAccount(context.ledgerDb, accountId),
    startCheckout: (buyer) => startCheckout(context, buyer),
    startTest: (accountId, license) => startTest(context, accountId, license),
    openPortal: (subscription, language = 'en') => openPortal(context, subscription, language),
    async takeEvent(body, signature) {
      const event = provider?.readEvent(body, signature);
      return event && takeEvent(context, event);
    },
    reconcile: () => reconcile(context),
  };
}

/** Returns the licenses for which the self-check offers monitoring. */
export function monitoringSaleOf(options: {
  readonly stripe: boolean;
  readonly demo: boolean;
}): MonitoringSale {
  if (options.stripe) return 'all';
  return options.demo ? 'fictional' : 'none';
}

/** Returns the Stripe settings, or undefined unless both secrets are set. */
export function stripeSettings(config: {
  readonly stripeSecretKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  readonly stripePrice: string | undefined;
  readonly stripeApiBase: string | undefined;
}): StripeSettings | undefined {
  const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret } = config;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, price: config.stripePrice, apiBase: config.stripeApiBase };
}

/** Returns the address of the payment page. Throws if Stripe is not configured or does not respond. */
async function startCheckout(context: BillingContext, buyer: Buyer): Promise<string> {
  const { ledgerDb, provider, baseUrl, now } = context;
  if (!provider) throw new Error('a checkout without keys of Stripe');
  const { accountId, email, license, licenseNumber, language = 'en' } = buyer;
  const query = new URLSearchParams({ license: licenseNumber });
  return provider.createCheckout({
    account_id: accountId,
    email,
    license_type: license.license_type,
    license_digits: license.license_digits,
    customerId: await findCustomerId(ledgerDb, accountId),
    successUrl: `${baseUrl}${inLanguage(`${CHECKOUT_PATH}/done?${query}`, language)}`,
    cancelUrl: `${baseUrl}${inLanguage(checkoutPath(licenseNumber), language)}&paid=no`,
    day: now().toISOString().slice(0, 10),
  });
}

/** Starts a subscription without payment, for the demo's checkout. Keeps an existing live subscription. */
async function startTest(context: BillingContext, accountId: string, license: LicenseRef): Promise<void> {
  const { ledgerDb, hasVerifiedClaim, baseUrl, onStarted, log } = context;
  const now = context.now();
  if ((await context.mode()) !== 'test') throw new Error('a test checkout outside the demo');
  const started = await inTransaction(ledgerDb, async (tx) => {
    // The first of several concurrent requests starts the watch; the others find it.
    await lockAccountIfThere(tx, accountId);
    const recipient = await findRecipient(tx, accountId);
    if (!recipient || !(await hasVerifiedClaim(tx, accountId, license))) return false;
    if (await findLive(tx, accountId, license)) return false;
    await insertSubscription(tx, testSubscription(accountId, license, now), now);
    const about = { recipient, license: license.license_digits, baseUrl, test: true };
    await queueMail(tx, startedMail(about), now);
    return true;
  });
  if (started)
    await onStarted(accountId, license).catch((error: unknown) =>
      log.error({ err: error }, 'monitoring will start with the next daily run'),
    );
}

/**
 * Returns the address where the buyer changes the card or cancels. For a test subscription, ends it and
 * returns undefined.
 */
async function openPortal(
  context: BillingContext,
  subscription: Subscription,
  language: Language,
): Promise<string | undefined> {
  const { provider, baseUrl } = context;
  if (subscription.provider === 'test') {
    await endTest(context, subscription);
    return undefined;
  }
  if (!provider) throw new Error('a subscription at Stripe without keys of Stripe');
  return provider.openPortal(
    subscription.customer_id,
    `${baseUrl}${inLanguage('/settings/licenses', language)}`,
  );
}

async function endTest(
  { ledgerDb, now, baseUrl }: BillingContext,
  subscription: Subscription,
): Promise<void> {
  const at = now();
  await inTransaction(ledgerDb, async (tx) => {
    const ended = { state: 'cancelled', grace_ends_at: null, cancel_at_period_end: false } as const;
    const standing = { ...ended, period_ends_at: subscription.period_ends_at };
    if (!(await updateStanding(tx, subscription, standing, at))) return;
    const recipient = await findRecipient(tx, subscription.account_id);
    const license = subscription.license_digits;
    if (recipient)
      await queueMail(tx, endedMail({ recipient, license, baseUrl, test: true, reason: 'cancelled' }), at);
  });
}

function testSubscription(accountId: string, license: LicenseRef, now: Date): Subscription {
  return {
    id: `test_${randomUUID()}`,
    account_id: accountId,
    license_type: license.license_type,
    license_digits: license.license_digits,
    provider: 'test',
    customer_id: '',
    state: 'active',
    period_ends_at: `${addMonths(jurisdictionDay(now), 1)}T00:00:00.000Z`,
    grace_ends_at: null,
    cancel_at_period_end: false,
    revision: 1,
    created_at: now.toISOString(),
  };
}
