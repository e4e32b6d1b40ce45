import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { PRICE_CENTS } from '../../decisions/self-check/monitoring-offer.ts';
import { AppError } from '../../http/errors/errors.ts';
import { inEach } from '../../lib/language/language.ts';
import type { LicenseRef } from '../claims/claim.ts';
import { PAYMENT } from './messages.ts';
import type { ProviderSubscription } from './subscription.ts';

/** The few calls to Stripe's library that the service needs. */
export interface PaymentProvider {
  /** Returns the address of the payment page. The same order on the same day leads to the same payment. */
  createCheckout(order: CheckoutOrder): Promise<string>;
  /** Returns the address where the customer changes the card or cancels. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Returns the subscription's current state at Stripe, or undefined for an unknown id. */
  findSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Ends the subscription immediately. Succeeds even if it has already ended or never existed. */
  cancel(id: string): Promise<void>;
  /** Returns the subject of a signed notice, or undefined if its signature is invalid. */
  readEvent(body: Buffer, signature: string): ProviderEvent | undefined;
}

interface CheckoutOrder extends LicenseRef {
  readonly account_id: string;
  readonly email: string;
  /** The customer id, if an earlier subscription has one. */
  readonly customerId: string | undefined;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The date, which identifies the order together with the account and the license. */
  readonly day: string;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The subscription that the event is about; undefined for an event that does not matter here. */
  readonly subscriptionId: string | undefined;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** If there is no price id, each order includes the price itself. */
  readonly price: string | undefined;
  /** Replaces Stripe's own address in tests. */
  readonly apiBase: string | undefined;
}

/** The API version that the code below expects, regardless of the account's default. */
const API_VERSION = '2026-10-28.endive';
/** Even with the one retry, a customer gets a response within ten seconds if Stripe does not respond. */
const TIMEOUT_MS = 4_500;
const RETRIES = 1;
const UNAVAILABLE = inEach((language) => PAYMENT[language].unavailable);
const RETRY_AFTER_SECONDS = '60';
/**
 * The maximum age of a notice's signature in seconds, so that an intercepted notice cannot be replayed later.
 */
const TOLERANCE_SECONDS = 300;

/** Opens the provider. `cutOff` aborts calls in progress and prevents new ones when the process stops. */
export function openStripe(
  settings: StripeSettings,
  cutOff?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((url, init) =>
      fetch(url, { ...init, signal: anyOf([init?.signal, cutOff]) }),
    ),
    ...addressOf(settings.apiBase),
  });
  return {
    createCheckout: (order) => createCheckout(stripe, order, settings.price).catch(throwUnavailable),
    async openPortal(customerId, returnUrl) {
      const options = { idempotencyKey: `portal:${randomUUID()}` };
      const params = { customer: customerId, return_url: returnUrl };
      return (await stripe.billingPortal.sessions.create(params, options).catch(throwUnavailable)).url;
    },
    async findSubscription(id) {
      try {
        return toProviderSubscription(await stripe.subscriptions.retrieve(id));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async cancel(id) {
      try {
        await stripe.subscriptions.cancel(id);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    readEvent(body, signature) {
      try {
        return toProviderEvent(
          stripe.webhooks.constructEvent(body, signature, settings.webhookSecret, TOLERANCE_SECONDS),
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Reports that payment is unavailable if Stripe is unreachable, fails or limits our requests, because the
 * customer can try again. Rethrows any other error, which is ours to fix.
 */
function throwUnavailable(error: unknown): never {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  if (![StripeConnectionError, StripeAPIError, StripeRateLimitError].some((each) => error instanceof each))
    throw error;
  throw new AppError('payment_unavailable', UNAVAILABLE.en, {
    forPeople: UNAVAILABLE,
    cause: error,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}

async function createCheckout(stripe: Stripe, order: CheckoutOrder, price: string | undefined) {
  const { account_id, license_type, license_digits, day } = order;
  const name = `checkout:${account_id}:${license_type}:${license_digits}:${day}`;
  const create = (idempotencyKey: string) =>
    stripe.checkout.sessions.create(orderParams(order, price), { idempotencyKey });
  // Two tabs of one customer share one payment. A new order is created if that payment is complete, its
  // parameters differ (such as a new email address) or Stripe repeats an error for it.
  const session = await create(name).catch((error: unknown) => {
    if (isAnswered(error)) return undefined;
    throw error;
  });
  const open = session?.status === 'open' ? session : await create(`${name}:${randomUUID()}`);
  if (open.amount_subtotal !== null && open.amount_subtotal !== PRICE_CENTS)
    throw new Error(`STRIPE_PRICE is over ${open.amount_subtotal} cents; the offer says ${PRICE_CENTS}`);
  if (!open.url) throw new Error('Stripe opened a checkout without an address');
  return open.url;
}

function orderParams(order: CheckoutOrder, price: string | undefined): Stripe.Checkout.SessionCreateParams {
  const { account_id, license_type, license_digits, customerId, email, successUrl, cancelUrl } = order;
  const metadata = { account_id, license_type, license_digits };
  const item = price === undefined ? { price_data: priceData(license_digits) } : { price };
  return {
    mode: 'subscription',
    line_items: [{ ...item, quantity: 1 }],
    client_reference_id: account_id,
    metadata,
    subscription_data: { metadata },
    success_url: successUrl,
    cancel_url: cancelUrl,
    ...(customerId === undefined ? { customer_email: email } : { customer: customerId }),
  };
}

function priceData(digits: string) {
  return {
    currency: 'usd',
    unit_amount: PRICE_CENTS,
    recurring: { interval: 'month' as const },
    product_data: { name: `Daily watch of license ${digits}` },
  };
}

function toProviderSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, customer, metadata, cancel_at_period_end, cancel_at, items } = subscription;
  const periodEnd = items.data[0]?.current_period_end;
  const { account_id, license_type, license_digits } = metadata;
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    status: statusOf(subscription.status),
    periodEndsAt: periodEnd === undefined ? null : new Date(periodEnd * 1_000).toISOString(),
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    owner:
      account_id && license_type && license_digits ? { account_id, license_type, license_digits } : undefined,
  };
}

function statusOf(status: string): ProviderSubscription['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'incomplete':
      return 'unpaid_start';
    case 'canceled':
    case 'incomplete_expired':
      return 'ended';
    default:
      // past_due, unpaid, paused and states that Stripe may add: unpaid now, possibly paid later.
      return 'past_due';
  }
}

/** Takes only ids from an event, because the event's snapshot may be outdated when it arrives. */
function toProviderEvent({ id, type, data }: Stripe.Event): ProviderEvent {
  const object: unknown = data.object;
  return { id, type, subscriptionId: subscriptionIdOf(type, object) };
}

function subscriptionIdOf(type: string, object: unknown): string | undefined {
  switch (type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return idOf(object);
    case 'checkout.session.completed':
      return idOf(at(object, 'subscription'));
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return (
        idOf(at(at(at(object, 'parent'), 'subscription_details'), 'subscription')) ??
        idOf(at(object, 'subscription'))
      );
    default:
      return undefined;
  }
}

/** Returns the id of a reference, which is either an id or the object itself. */
function idOf(reference: unknown): string | undefined {
  const id = typeof reference === 'string' ? reference : at(reference, 'id');
  return typeof id === 'string' && id.length <= 255 ? id : undefined;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/**
 * Returns true if Stripe would repeat the same error for this key, so that a new order needs a different key.
 */
function isAnswered(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
}

function anyOf(signals: readonly (AbortSignal | null | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal != null));
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'https:' ? ('https' as const) : ('http' as const);
  return { protocol: scheme, host: hostname, port: port || (scheme === 'https' ? 443 : 80) };
}
