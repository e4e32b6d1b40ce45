import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import type { LedgerDb } from '../../../src/platform/db/database.ts';
import type { FakeStripe, FakeSubscription, SignedEvent } from '../../../test/support/fake-stripe.ts';
import type { Owner } from './claiming.ts';
import type { Truck } from './trucks.ts';
import { isCutOff, isRefused, type Line, load, sendOnce } from './visitor.ts';

/**
 * Stripe's side of the payments. Each checkout page is paid once, and notifications are posted until they are
 * accepted.
 */
export interface Payments {
  /** Pays a checkout, given its URL. Does not pay again if it has already been paid. */
  pay(checkoutUrl: string): FakeSubscription;
  /** Posts a notification until the response is 2xx, as Stripe does, with a new signature each time. */
  post(event: SignedEvent): Promise<void>;
  /** Posts everything once more, out of order, as Stripe may. */
  repeatAll(): Promise<void>;
  readonly stripe: FakeStripe;
  /** The number of posts, and the number of posts that got an error. */
  readonly posts: { all: number; refused: number };
}

const PATH = '/api/vendor-pro/checkout';
const POSTS_MAX = 2_000;
const AGAIN_WITHIN_MS = 60;
const TWO_TABS = 0.4;
/**
 * The share of payments for which Stripe delivers one notification now and the others days later, so
 * everything depends on that one notification.
 */
const ONE_NOTICE = 0.5;
const STRIPE_TAKES_MS = 40;
const STEPS_MAX = 60;
const HAS_THEM_WITHIN_MS = 30_000;

export function openPayments(stripe: FakeStripe, line: Line, now: () => number): Payments {
  const paid = new Map<string, FakeSubscription>();
  stripe.onRetrieve = () => wait(Math.random() * STRIPE_TAKES_MS);
  const sent: SignedEvent[] = [];
  const posts = { all: 0, refused: 0 };
  const { webhooks } = new Stripe(stripe.settings.STRIPE_SECRET_KEY ?? '');
  const secret = stripe.settings.STRIPE_WEBHOOK_SECRET ?? '';
  const postOnce = async (payload: string): Promise<boolean> => {
    const timestamp = Math.floor(now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    };
    posts.all += 1;
    try {
      const answer = await fetch(`${line.url}/webhooks/stripe`, { method: 'POST', headers, body: payload });
      if (!answer.ok) posts.refused += 1;
      return answer.ok;
    } catch (error) {
      if (!isCutOff(error)) throw error;
      if (!isRefused(error)) line.cutOff.set('webhook', (line.cutOff.get('webhook') ?? 0) + 1);
      return false;
    }
  };
  const postUntilTaken = async ({ id, payload }: SignedEvent): Promise<void> => {
    for (let times = 0; times < POSTS_MAX; times++) {
      if (await postOnce(payload)) return;
      await wait(Math.random() * AGAIN_WITHIN_MS);
    }
    throw new Error(`the notice ${id} was never taken`);
  };
  return {
    stripe,
    posts,
    pay(checkoutUrl) {
      const before = paid.get(checkoutUrl);
      if (before) return before;
      const subscription = stripe.pay(checkoutUrl);
      paid.set(checkoutUrl, subscription);
      return subscription;
    },
    async post(event) {
      sent.push(event);
      await postUntilTaken(event);
    },
    async repeatAll() {
      for (const event of shuffled(sent)) await postUntilTaken(event);
    },
  };
}

/**
 * Buys monitoring, from clicking the button to the active subscription. Some owners open the checkout in two
 * tabs and pay in both.
 */
export async function buyWatch(
  line: Line,
  payments: Payments,
  { number }: Truck,
  owner: Owner,
): Promise<void> {
  const tabs = Math.random() < TWO_TABS ? 2 : 1;
  const addresses: string[] = [];
  for (let tab = 0; tab < tabs; tab++) addresses.push(await openCheckout(line, number, owner));
  const started = [...new Set(addresses.map((each) => payments.pay(each)))];
  await Promise.all(started.map((subscription) => sendEvents(payments, subscription)));
  const page = `${PATH}/done?${new URLSearchParams({ license: number })}`;
  for (let step = 0; step < STEPS_MAX; step++) {
    if ((await load(line, 'thanks', page, owner.cookie)).body.includes('We’re watching this license')) return;
    await wait(AGAIN_WITHIN_MS);
  }
  throw new Error(`${number}: paid, all notices taken, and no watch`);
}

/**
 * Pays for subscriptions at the same time. Resolves when the service has received all of the payments, even
 * if it is still working on them. `told` resolves once Stripe has sent every notification.
 */
export async function payAtOnce(
  line: Line,
  payments: Payments,
  ledger: LedgerDb,
  buyers: readonly { readonly truck: Truck; readonly owner: Owner }[],
): Promise<{ readonly told: Promise<unknown> }> {
  const addresses = await Promise.all(
    buyers.map(({ truck, owner }) => openCheckout(line, truck.number, owner)),
  );
  const paid = addresses.map((address) => payments.pay(address));
  const told = Promise.all(paid.map((each) => payments.post(payments.stripe.sessionEvent(each))));
  const ids = paid.map(({ id }) => id);
  const end = Date.now() + HAS_THEM_WITHIN_MS;
  while (Date.now() < end) {
    const rows = await ledger.selectFrom('subscriptions').select('id').where('id', 'in', ids).execute();
    if (rows.length === ids.length) return { told };
    await wait(1);
  }
  throw new Error('the last watches did not begin');
}

/** Returns the URL of the checkout. Repeats the request until it succeeds. */
async function openCheckout(line: Line, number: string, { cookie }: Owner): Promise<string> {
  for (let step = 0; step < STEPS_MAX; step++) {
    await load(line, 'checkout page', `${PATH}?${new URLSearchParams({ license: number })}`, cookie);
    const answer = await sendOnce(line, 'checkout', PATH, { cookie, form: { license: number } });
    if (answer?.location.includes('/pay/')) return answer.location;
    if (answer) throw new Error(`${number}: no checkout: ${answer.status} ${answer.location}`);
  }
  throw new Error(`${number}: no checkout in ${STEPS_MAX} steps`);
}

/**
 * Sends Stripe's notifications about a newly paid subscription: at least one of the four, in any order, and
 * each at least twice. Every third subscription is reported as created before the payment.
 */
async function sendEvents(payments: Payments, subscription: FakeSubscription): Promise<void> {
  const { stripe } = payments;
  const early: SignedEvent[] = [];
  if (Math.random() < 1 / 3) {
    subscription.status = 'incomplete';
    const created = stripe.subscriptionEvent('created', subscription);
    early.push(created);
    if (Math.random() < 1 / 2) await payments.post(created);
    subscription.status = 'active';
  }
  const possible = shuffled([
    stripe.sessionEvent(subscription),
    stripe.subscriptionEvent('created', subscription),
    stripe.subscriptionEvent('updated', subscription),
    stripe.invoiceEvent('paid', subscription),
  ]);
  const told = possible.slice(
    0,
    Math.random() < ONE_NOTICE ? 1 : 1 + Math.floor(Math.random() * possible.length),
  );
  await Promise.all(
    shuffled([...early, ...told, ...told]).map(async (event) => {
      await wait(Math.random() * AGAIN_WITHIN_MS);
      await payments.post(event);
    }),
  );
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => [Math.random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
