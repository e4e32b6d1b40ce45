import type { FakeStripe, FakeSubscription, SignedEvent } from '../../../test/support/fake-stripe.ts';
import type { License, Person } from './people.ts';
import { type Answer, MANY, type RaceTarget, times, withStatus } from './target.ts';
import { openShop } from './vendors.ts';

/** Several rounds are needed, because two requests can collide only for a short moment. */
const ROUNDS = 4;

/** Sends many Stripe notifications at once. */
export async function raceStripe(target: RaceTarget, stripe: FakeStripe): Promise<void> {
  const { ledger } = target;
  const post = (event: SignedEvent) => postEvent(target.url, event);
  const count = (license: License, state: string) =>
    ledger.count(
      'select count(*) from subscriptions where license_digits = ? and state = ?',
      license.license_digits,
      state,
    );
  const mailsTo = ({ email }: Person) =>
    ledger.count('select count(*) from mails where recipient = ?', email);

  const first = await openShop(target, 'payer');
  const one = subscribe(stripe, first);
  const allAbout = [
    ...Array.from({ length: MANY / 4 }, () => stripe.sessionEvent(one)),
    ...Array.from({ length: MANY / 4 }, () => stripe.subscriptionEvent('created', one)),
    ...Array.from({ length: MANY / 4 }, () => stripe.subscriptionEvent('updated', one)),
    ...Array.from({ length: MANY / 4 }, () => stripe.invoiceEvent('paid', one)),
  ];
  await target.race(
    'Stripe, twenty notices of one subscription',
    allAbout.map((event) => () => post(event)),
    async (answers) => ({
      taken: [withStatus(answers, 200), MANY],
      watches: [await count(first.license, 'active'), 1],
      mails: [await mailsTo(first.owner), 1],
    }),
  );
  one.status = 'past_due';
  const failed = stripe.invoiceEvent('payment_failed', one);
  await target.race(
    'Stripe, one notice twenty times',
    times(MANY, () => post(failed)),
    async (answers) => ({
      taken: [withStatus(answers, 200), MANY],
      mails: [await mailsTo(first.owner), 2],
    }),
  );
  for (let round = 1; round <= ROUNDS; round++) {
    const buyer = await openShop(target, 'payer');
    const many = Array.from({ length: MANY }, () => stripe.sessionEvent(subscribe(stripe, buyer)));
    await target.race(
      `Stripe, twenty subscriptions of one license, round ${round}`,
      many.map((event) => () => post(event)),
      async (answers) => ({
        taken: [withStatus(answers, 200), MANY],
        watches: [await count(buyer.license, 'active'), 1],
        'to be ended': [await count(buyer.license, 'cancel_requested'), MANY - 1],
        mails: [await mailsTo(buyer.owner), MANY],
      }),
    );
  }
}

function subscribe(
  stripe: FakeStripe,
  { owner, license }: { readonly owner: Person; readonly license: License },
): FakeSubscription {
  return stripe.addSubscription({ metadata: { account_id: owner.id, ...license } });
}

async function postEvent(url: string, { payload, signature }: SignedEvent): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await fetch(`${url}/webhooks/stripe`, { method: 'POST', headers, body: payload });
  return { status: answer.status, location: '', body: await answer.text(), cookie: '' };
}
