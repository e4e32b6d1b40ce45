import type { MonitoringSale } from '../../decisions/self-check/monitoring-offer.ts';
import type { Language } from '../../lib/language/language.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { LicenseRef } from '../claims/claim.ts';
import { type Buyer, openPortal, startCheckout, startTest } from './checkout-service.ts';
import type { BillingContext, PaymentMode } from './context.ts';
import { type Reconciliation, reconcile } from './reconcile-service.ts';
import { findLive, listOfAccount } from './store.ts';
import type { StripeSettings } from './stripe.ts';
import type { Subscription } from './subscription.ts';
import { type EventOutcome, takeEvent } from './webhook-service.ts';

export { requestCancellation } from './reconcile-service.ts';
export type { Subscription };

/** Subscriptions: the accounts that pay for the monitoring of a license. */
export interface BillingService {
  /** The payment provider in use now. */
  mode(): Promise<PaymentMode>;
  /** The account's live subscription for a license. */
  findLive(accountId: string, license: LicenseRef): Promise<Subscription | undefined>;
  /** All subscriptions of an account, including ended ones, newest first. */
  list(accountId: string): Promise<Subscription[]>;
  /** Returns the address where the browser pays. */
  startCheckout(buyer: Buyer): Promise<string>;
  /** The demo's checkout, without money. Throws anywhere else. */
  startTest(accountId: string, license: LicenseRef): Promise<void>;
  /**
   * Returns the address of Stripe's portal. Ends a test subscription and returns undefined. Throws if Stripe
   * does not answer.
   */
  openPortal(subscription: Subscription, language?: Language): Promise<string | undefined>;
  /** Returns undefined for a notice with an invalid signature. Throws when the provider must resend it. */
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

/** The payment provider's library is large, and loaded only if it is used. */
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

/** The account and license for which the self-check offers monitoring. */
export function monitoringSaleOf(options: {
  readonly stripe: boolean;
  readonly demo: boolean;
}): MonitoringSale {
  if (options.stripe) return 'all';
  return options.demo ? 'fictional' : 'none';
}

/** The Stripe part of the settings: both secrets, or undefined. */
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
