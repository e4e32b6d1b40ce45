import { findRecipient, lockAccountIfThere } from '../../accounts/account/service.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { BillingContext } from './context.ts';
import { endedMail, paymentFailedMail, paymentRecoveredMail, startedMail } from './mail-texts.ts';
import {
  findLive,
  findSubscription,
  insertEvent,
  insertSubscription,
  isEventTaken,
  raiseRevision,
  updateStanding,
} from './store.ts';
import type { ProviderEvent } from './stripe.ts';
import {
  isSameStanding,
  type Notice,
  noticeOf,
  type ProviderSubscription,
  type Subscription,
  type SubscriptionStanding,
  standingAfter,
} from './subscription.ts';

/** `ignored`: the event is not about one of our subscriptions, or its subscription has not begun. */
export type EventOutcome = 'taken' | 'repeated' | 'ignored';

const TRIES = 4;

/**
 * Processes an event from the provider. The event only identifies the subscription; its state is fetched, so
 * a late event cannot restore an old state. A change is written only if the revision has not changed since
 * before the fetch; otherwise, the state is fetched again. A result without changes still increments the
 * revision, so that a concurrent event's older response cannot overwrite it.
 */
export async function takeEvent(context: BillingContext, event: ProviderEvent): Promise<EventOutcome> {
  const { ledgerDb, provider } = context;
  if (!provider || event.subscriptionId === undefined) return 'ignored';
  if (await isEventTaken(ledgerDb, event.id)) return 'repeated';
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = await findSubscription(ledgerDb, event.subscriptionId);
    const current = await provider.findSubscription(event.subscriptionId);
    if (!current?.owner) return 'ignored';
    const result = await applyEvent(context, event, before, current);
    if (result === 'changed_meanwhile') continue;
    if (result === 'started') await tellStarted(context, current.owner);
    return result === 'started' ? 'taken' : result;
  }
  throw new Error('a subscription kept changing while its event was taken in');
}

class ChangedMeanwhile extends Error {}

async function applyEvent(
  context: BillingContext,
  event: ProviderEvent,
  before: Subscription | undefined,
  current: ProviderSubscription,
): Promise<EventOutcome | 'started' | 'changed_meanwhile'> {
  const now = context.now();
  try {
    return await inTransaction(context.ledgerDb, async (tx) => {
      if (!(await insertEvent(tx, event, now))) return 'repeated';
      const standing = standingAfter(before, current, now);
      if (!standing) return 'ignored';
      const after = before
        ? await change(tx, before, standing, now)
        : await add(context, tx, current, standing, now);
      const notice = noticeOf(before?.state, after.state);
      if (notice) await tell(context, tx, after, notice);
      return notice === 'started' ? 'started' : 'taken';
    });
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return 'changed_meanwhile';
    throw error;
  }
}

async function change(
  tx: LedgerTx,
  before: Subscription,
  standing: SubscriptionStanding,
  now: Date,
): Promise<Subscription> {
  const after = { ...before, ...standing };
  const isWritten = isSameStanding(before, standing)
    ? isSameStanding(await raiseRevision(tx, before.id), standing)
    : await updateStanding(tx, before, standing, now);
  if (!isWritten) throw new ChangedMeanwhile();
  return after;
}

/**
 * Adds a subscription. Ends it immediately if the license does not belong to the account or is already paid
 * for.
 */
async function add(
  { hasVerifiedClaim, log, baseUrl }: BillingContext,
  tx: LedgerTx,
  { id, customerId, owner }: ProviderSubscription,
  standing: SubscriptionStanding,
  now: Date,
): Promise<Subscription> {
  if (!owner) throw new Error('a subscription of nobody');
  const { account_id: accountId } = owner;
  // Lock the account, so that the second of two simultaneous payments for a license finds the first.
  await lockAccountIfThere(tx, accountId);
  const recipient = await findRecipient(tx, accountId);
  const claimed = recipient !== undefined && (await hasVerifiedClaim(tx, accountId, owner));
  const refusal = !claimed ? 'not_claimed' : (await findLive(tx, accountId, owner)) ? 'duplicate' : undefined;
  const row: Subscription = {
    ...owner,
    ...standing,
    ...(refusal ? { state: 'cancel_requested' as const, grace_ends_at: null } : {}),
    id,
    provider: 'stripe',
    customer_id: customerId,
    revision: 1,
    created_at: now.toISOString(),
  };
  if (!(await insertSubscription(tx, row, now))) throw new ChangedMeanwhile();
  if (refusal) {
    log.error(
      { subscription: id, reason: refusal },
      'received a payment that has no watch; refund it by hand',
    );
    const license = owner.license_digits;
    if (recipient)
      await queueMail(tx, endedMail({ recipient, license, baseUrl, test: false, reason: refusal }), now);
  }
  return row;
}

async function tell(
  { baseUrl, now }: BillingContext,
  tx: LedgerTx,
  { account_id, license_digits, grace_ends_at }: Subscription,
  notice: Notice,
): Promise<void> {
  const recipient = await findRecipient(tx, account_id);
  if (!recipient) return;
  const about = { recipient, license: license_digits, baseUrl, test: false };
  switch (notice) {
    case 'started':
      return queueMail(tx, startedMail(about), now());
    case 'payment_failed':
      return queueMail(
        tx,
        paymentFailedMail({ ...about, graceEndsAt: new Date(grace_ends_at ?? now()) }),
        now(),
      );
    case 'payment_recovered':
      return queueMail(tx, paymentRecoveredMail(about), now());
    case 'ended':
      return queueMail(tx, endedMail({ ...about, reason: 'cancelled' }), now());
  }
}

async function tellStarted(
  { onStarted, log }: BillingContext,
  owner: NonNullable<ProviderSubscription['owner']>,
): Promise<void> {
  const { account_id, license_type, license_digits } = owner;
  await onStarted(account_id, { license_type, license_digits }).catch((error: unknown) =>
    log.error({ err: error }, 'monitoring will start with the next daily run'),
  );
}
