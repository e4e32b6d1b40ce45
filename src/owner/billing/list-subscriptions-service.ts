import type { ListWindow } from '../../lib/list-window.ts';
import type { LedgerDb } from '../../platform/db/database.ts';

/** A subscription in an operator's list. */
export interface ListedSubscription {
  readonly id: string;
  /** Null if the account was deleted; the subscription is kept until the provider has ended it. */
  readonly email: string | null;
  readonly license_type: string;
  readonly license_digits: string;
  readonly provider: string;
  readonly state: string;
  readonly period_ends_at: string | null;
  readonly grace_ends_at: string | null;
  readonly cancel_at_period_end: number;
  readonly updated_at: string;
}

/** Lists subscriptions by latest change, newest first, with limit and offset. */
export async function listSubscriptions(
  ledgerDb: LedgerDb,
  { offset, rowsMax }: ListWindow,
): Promise<ListedSubscription[]> {
  return ledgerDb
    .selectFrom('subscriptions')
    .leftJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['subscriptions.id', 'accounts.email', 'subscriptions.license_type'])
    .select(['subscriptions.license_digits', 'subscriptions.provider', 'subscriptions.state'])
    .select(['subscriptions.period_ends_at', 'subscriptions.grace_ends_at'])
    .select(['subscriptions.cancel_at_period_end', 'subscriptions.updated_at'])
    .orderBy('subscriptions.updated_at', 'desc')
    .orderBy('subscriptions.id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
}

/** Counts subscriptions by state. */
export async function countSubscriptions(ledgerDb: LedgerDb): Promise<{ state: string; count: number }[]> {
  return ledgerDb
    .selectFrom('subscriptions')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('state')
    .orderBy('state')
    .execute();
}
