import { LIVE_STATES } from '../../owner/billing/subscription.ts';
import type { LicenseRef } from '../../owner/claims/claim.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';

/** A license with paid monitoring, along with the state last reported to its account. */
export interface Watch extends LicenseRef {
  readonly subscription_id: string;
  readonly account_id: string;
  readonly email: string;
  /** The language of the account's emails. */
  readonly language: string;
  /** Null before the baseline is stored. */
  readonly reported: string | null;
  readonly reported_version: number | null;
  readonly reported_on: string | null;
}

/** Lists the next watches by subscription. `new` selects watches without a baseline. */
export async function listWatches(
  ledger: LedgerDb,
  options: {
    readonly which: 'all' | 'new';
    readonly afterId: string;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<Watch[]> {
  return watches(ledger, options.now)
    .$if(options.which === 'new', (query) => query.where('reported', 'is', null))
    .where('subscriptions.id', '>', options.afterId)
    .orderBy('subscriptions.id')
    .limit(options.limit)
    .execute();
}

/** Finds an account's watch of a license. */
export async function findWatch(
  ledger: LedgerDb,
  accountId: string,
  license: LicenseRef,
  now: Date,
): Promise<Watch | undefined> {
  return watches(ledger, now)
    .where('subscriptions.account_id', '=', accountId)
    .where('subscriptions.license_type', '=', license.license_type)
    .where('subscriptions.license_digits', '=', license.license_digits)
    .executeTakeFirst();
}

/** Selects watches that are paid for or within the grace period of a missed payment. */
function watches(ledger: LedgerDb, now: Date) {
  return ledger
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .leftJoin('watched_licenses', (join) =>
      join
        .onRef('watched_licenses.account_id', '=', 'subscriptions.account_id')
        .onRef('watched_licenses.license_type', '=', 'subscriptions.license_type')
        .onRef('watched_licenses.license_digits', '=', 'subscriptions.license_digits'),
    )
    .select(['subscriptions.id as subscription_id', 'subscriptions.account_id'])
    .select(['accounts.email', 'accounts.language'])
    .select(['subscriptions.license_type', 'subscriptions.license_digits'])
    .select(['reported', 'reported_version', 'reported_on'])
    .where('subscriptions.state', 'in', LIVE_STATES)
    .where((row) =>
      row.or([
        row('subscriptions.state', '=', 'active'),
        row('subscriptions.grace_ends_at', '>', now.toISOString()),
      ]),
    );
}

/** Stores a baseline. Returns false if the watch already has one. */
export async function insertBaseline(tx: LedgerTx, watch: Watch, state: string, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('watched_licenses')
    .values({
      account_id: watch.account_id,
      license_type: watch.license_type,
      license_digits: watch.license_digits,
      reported: state,
      reported_version: 1,
      reported_on: null,
      updated_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'license_type', 'license_digits']).doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Stores the new report. Returns false if another report was stored after `version` was read. */
export async function updateReported(
  tx: LedgerTx,
  watch: LicenseRef & { readonly account_id: string },
  change: {
    readonly version: number;
    readonly state: string;
    readonly day: string | null;
    readonly now: Date;
  },
): Promise<boolean> {
  const updated = await tx
    .updateTable('watched_licenses')
    .set({
      reported: change.state,
      reported_version: change.version + 1,
      reported_on: change.day,
      updated_at: change.now.toISOString(),
    })
    .where('account_id', '=', watch.account_id)
    .where('license_type', '=', watch.license_type)
    .where('license_digits', '=', watch.license_digits)
    .where('reported_version', '=', change.version)
    .returning('account_id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Claims the license's one email of the day. Returns false if it is already claimed. */
export async function insertWatchMail(
  tx: LedgerTx,
  watch: LicenseRef & { readonly account_id: string },
  day: string,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('watch_mails')
    .values({
      account_id: watch.account_id,
      license_type: watch.license_type,
      license_digits: watch.license_digits,
      day,
      queued_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'license_type', 'license_digits', 'day']).doNothing(),
    )
    .returning('day')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns true if the subscription is still valid. Call it in the reporting transaction. */
export async function isStillWatched(tx: LedgerTx, subscriptionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '=', subscriptionId)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the reports of ended subscriptions, so that a new subscription starts with a new baseline. */
export async function deleteEnded(ledger: LedgerDb): Promise<void> {
  await ledger
    .deleteFrom('watched_licenses')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.account_id', '=', 'watched_licenses.account_id')
            .whereRef('subscriptions.license_type', '=', 'watched_licenses.license_type')
            .whereRef('subscriptions.license_digits', '=', 'watched_licenses.license_digits')
            .where('subscriptions.state', 'in', LIVE_STATES),
        ),
      ),
    )
    .execute();
}
