import type { MonitoringSale } from '../../decisions/self-check/monitoring-offer.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { LicenseRef } from '../claims/claim.ts';
import { type Buyer, openPortal, startCheckout, startTest } from './checkout-service.ts';
import type { BillingContext, PaymentMode } from './context.ts';
import { type Settlement, settle } from './settlement-service.ts';
import { findLive, listOfAccount } from './store.ts';
import { openStripe, type StripeSettings } from './stripe.ts';
import type { Subscription } from './subscription.ts';
import { type EventOutcome, takeEvent } from './webhook-service.ts';

export { requestCancellation } from './settlement-service.ts';
export type { Subscription };

/** Who pays for the watch of which license. */
export interface BillingService {
  /** What is billed with here and now. */
  mode(): Promise<PaymentMode>;
  /** The account's live subscription of a license. */
  findLive(accountId: string, license: LicenseRef): Promise<Subscription | undefined>;
  /** All of an account, ended ones too, newest first. */
  list(accountId: string): Promise<Subscription[]>;
  /** The address at which the browser pays. */
  startCheckout(buyer: Buyer): Promise<string>;
  /** The demo's checkout, without money; throws anywhere else. */
  startTest(accountId: string, license: LicenseRef): Promise<void>;
  /** The address of Stripe's portal; undefined for a test, which is ended by it. Throws when Stripe does not answer. */
  openPortal(subscription: Subscription): Promise<string | undefined>;
  /** Undefined for a notice whose signature is not good. Throws when the provider has to send it again. */
  takeEvent(body: Buffer, signature: string): Promise<EventOutcome | undefined>;
  /** To be called every hour or so. */
  settle(): Promise<Settlement>;
}

interface BillingOptions extends Omit<BillingContext, 'provider' | 'mode'> {
  readonly ledgerDb: LedgerDb;
  /** Undefined where Stripe is not set up. */
  readonly stripe: StripeSettings | undefined;
  /** Whether the test checkout may stand in where Stripe is not set up: in a demo, while its records are fictional. */
  readonly testAllowed: () => Promise<boolean>;
}

export function createBillingService({ stripe, testAllowed, ...rest }: BillingOptions): BillingService {
  const provider = stripe && openStripe(stripe, rest.cutOff);
  const mode = async (): Promise<PaymentMode> =>
    provider ? 'stripe' : (await testAllowed()) ? 'test' : 'none';
  const context: BillingContext = { ...rest, provider, mode };
  return {
    mode,
    findLive: (accountId, license) => findLive(context.ledgerDb, accountId, license),
    list: (accountId) => listOfAccount(context.ledgerDb, accountId),
    startCheckout: (buyer) => startCheckout(context, buyer),
    startTest: (accountId, license) => startTest(context, accountId, license),
    openPortal: (subscription) => openPortal(context, subscription),
    async takeEvent(body, signature) {
      const event = provider?.readEvent(body, signature);
      return event && takeEvent(context, event);
    },
    settle: () => settle(context),
  };
}

/** Whose watch can be bought, for the offer in a self-check. */
export function monitoringSaleOf(options: {
  readonly stripe: boolean;
  readonly demo: boolean;
}): MonitoringSale {
  if (options.stripe) return 'all';
  return options.demo ? 'fictional' : 'none';
}

/** What the settings say about Stripe: both secrets, or it is not set up. */
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
