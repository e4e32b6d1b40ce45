import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { LicenseRef } from '../claims/claim.ts';
import { holdsLicense } from '../claims/holds-license-service.ts';
import {
  LIVE_STATES,
  type Subscription,
  type SubscriptionStanding,
  type SubscriptionState,
} from './subscription.ts';

const COLUMNS = [
  ...(['id', 'account_id', 'license_type', 'license_digits', 'provider', 'customer_id', 'state'] as const),
  ...(['period_ends_at', 'grace_ends_at', 'cancel_at_period_end', 'revision', 'created_at'] as const),
] as const;
/** More subscriptions than any account has; a longer list is a bug. */
const LIST_MAX = 500;

export async function findSubscription(ledgerDb: LedgerDb, id: string): Promise<Subscription | undefined> {
  const row = await ledgerDb
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toSubscription(row);
}

/** Finds the account's live subscription for the license; there is at most one. */
export async function findLive(
  ledgerDb: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<Subscription | undefined> {
  const row = await ledgerDb
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('license_type', '=', license.license_type)
    .where('license_digits', '=', license.license_digits)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst();
  return row && toSubscription(row);
}

/** Lists all subscriptions of an account, newest first. */
export async function listOfAccount(ledgerDb: LedgerDb, accountId: string): Promise<Subscription[]> {
  const rows = await ledgerDb
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(LIST_MAX)
    .execute();
  return rows.map(toSubscription);
}

/** Lists live subscriptions whose grace period is over. */
export async function listUnpaid(ledgerDb: LedgerDb, now: Date, limit: number): Promise<Subscription[]> {
  const rows = await ledgerDb
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('state', '=', 'past_due')
    .where('grace_ends_at', '<=', now.toISOString())
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toSubscription);
}

/** Lists live subscriptions whose account was deleted or has no verified claim of the license. */
export async function listUnclaimed(ledgerDb: LedgerDb, limit: number): Promise<Subscription[]> {
  const rows = await ledgerDb
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('state', 'in', LIVE_STATES)
    .where(({ not }) => not(holdsLicense('subscriptions')))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toSubscription);
}

/** Lists live test subscriptions, which have no payment. */
export async function listTests(ledgerDb: LedgerDb, limit: number): Promise<Subscription[]> {
  const rows = await ledgerDb
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('state', 'in', LIVE_STATES)
    .where('provider', '=', 'test')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toSubscription);
}

/** Lists subscriptions to end at the provider, by id, after `afterId`. */
export async function listToCancel(
  ledgerDb: LedgerDb,
  afterId: string,
  limit: number,
): Promise<Subscription[]> {
  const rows = await ledgerDb
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('state', '=', 'cancel_requested')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toSubscription);
}

/** Finds the account's customer id at the provider, from its newest subscription. */
export async function findCustomerId(ledgerDb: LedgerDb, accountId: string): Promise<string | undefined> {
  const row = await ledgerDb
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('account_id', '=', accountId)
    .where('provider', '=', 'stripe')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return row?.customer_id;
}

/** Adds a subscription. Returns false if its id already exists. */
export async function insertSubscription(tx: LedgerTx, row: Subscription, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscriptions')
    .values({
      ...row,
      cancel_at_period_end: row.cancel_at_period_end ? 1 : 0,
      updated_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Stores the new state. Returns false if the row has changed since it was fetched. */
export async function updateStanding(
  tx: LedgerTx,
  { id, revision }: Pick<Subscription, 'id' | 'revision'>,
  { cancel_at_period_end, ...standing }: SubscriptionStanding,
  now: Date,
): Promise<boolean> {
  const updated = await tx
    .updateTable('subscriptions')
    .set({
      ...standing,
      cancel_at_period_end: cancel_at_period_end ? 1 : 0,
      revision: revision + 1,
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/**
 * Increments only the revision, unconditionally. Returns the subscription, locked until the end of the
 * transaction.
 */
export async function raiseRevision(tx: LedgerTx, id: string): Promise<Subscription | undefined> {
  const row = await tx
    .updateTable('subscriptions')
    .set((subscription) => ({ revision: subscription('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toSubscription(row);
}

/** Marks an account's live subscriptions to be ended, for one license or all, and returns the rows. */
export async function requestEnd(
  tx: LedgerTx,
  accountId: string,
  license: LicenseRef | undefined,
  now: Date,
): Promise<Subscription[]> {
  let update = tx
    .updateTable('subscriptions')
    .set((row) => ({
      state: 'cancel_requested',
      grace_ends_at: null,
      revision: row('revision', '+', 1),
      updated_at: now.toISOString(),
    }))
    .where('account_id', '=', accountId)
    .where('state', 'in', LIVE_STATES);
  if (license)
    update = update
      .where('license_type', '=', license.license_type)
      .where('license_digits', '=', license.license_digits);
  return (await update.returning(COLUMNS).execute()).map(toSubscription);
}

/** Stores an event's id. Returns false if the event was already processed. */
export async function insertEvent(
  tx: LedgerTx,
  { id, type }: { readonly id: string; readonly type: string },
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('payment_events')
    .values({ id, type, received_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function isEventTaken(ledgerDb: LedgerDb, id: string): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('payment_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

interface SubscriptionRow extends Omit<Subscription, 'state' | 'provider' | 'cancel_at_period_end'> {
  readonly state: string;
  readonly provider: string;
  readonly cancel_at_period_end: number;
}

/**
 * Narrows the column types, which are text in the database. Only this feature writes these columns, and only
 * with these values.
 */
function toSubscription(row: SubscriptionRow): Subscription {
  return {
    ...row,
    state: row.state as SubscriptionState,
    provider: row.provider as Subscription['provider'],
    cancel_at_period_end: row.cancel_at_period_end === 1,
  };
}
