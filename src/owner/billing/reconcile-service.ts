import { findRecipient } from '../../accounts/account/service.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { LicenseRef } from '../claims/claim.ts';
import type { BillingContext } from './context.ts';
import { type EndReason, endedMail } from './mail-texts.ts';
import { listTests, listToCancel, listUnclaimed, listUnpaid, requestEnd, updateStanding } from './store.ts';
import type { Subscription } from './subscription.ts';

export interface Reconciliation {
  /** Watches that this run ended. */
  readonly ended: number;
  /** Subscriptions that the provider ended during this run. */
  readonly cancelled: number;
  /** Subscriptions that could not be ended at the provider. The next run retries. */
  readonly failed: number;
}

const BATCH = 100;

/**
 * Ends watches whose grace period is over, whose license is no longer claimed or whose account was deleted.
 * Also ends test watches once records are real. Then asks the provider to end the subscriptions. A row
 * remains in `cancel_requested` until the provider confirms.
 */
export async function reconcile(context: BillingContext): Promise<Reconciliation> {
  const { ledgerDb, now } = context;
  let ended = await endAll(context, 'unpaid', () => listUnpaid(ledgerDb, now(), BATCH));
  ended += await endAll(context, 'not_claimed', () => listUnclaimed(ledgerDb, BATCH));
  if ((await context.mode()) !== 'test')
    ended += await endAll(context, 'test_over', () => listTests(ledgerDb, BATCH));
  return { ended, ...(await cancelRequested(context)) };
}

/**
 * Ends an account's subscriptions, for one license or all, in the transaction that removes the license from
 * the account. The next {@link reconcile} ends paid subscriptions at the provider.
 */
export async function requestCancellation(
  tx: LedgerTx,
  options: {
    readonly accountId: string;
    /** All licenses of the account if undefined. */
    readonly license?: LicenseRef;
    readonly baseUrl: string;
    readonly now: Date;
  },
): Promise<void> {
  const { accountId, license, baseUrl, now } = options;
  const rows = await requestEnd(tx, accountId, license, now);
  // If every subscription ends, the account was deleted and gets a separate email.
  if (!license || rows.length === 0) return;
  for (const row of rows) await tellEnded(tx, row, { baseUrl, now }, 'not_claimed');
}

async function endAll(
  context: BillingContext,
  reason: EndReason,
  list: () => Promise<Subscription[]>,
): Promise<number> {
  let ended = 0;
  for (let rows = await list(); rows.length > 0; rows = await list()) {
    let changed = 0;
    for (const row of rows) if (await endOne(context, row, reason)) changed += 1;
    ended += changed;
    // Another process changed all of the rows in the meantime; the next run checks again.
    if (changed === 0) break;
  }
  return ended;
}

async function endOne(
  { ledgerDb, now, baseUrl }: BillingContext,
  row: Subscription,
  reason: EndReason,
): Promise<boolean> {
  const at = now();
  return inTransaction(ledgerDb, async (tx) => {
    const standing = { ...standingOf(row), state: 'cancel_requested' as const };
    if (!(await updateStanding(tx, row, standing, at))) return false;
    await tellEnded(tx, row, { baseUrl, now: at }, reason);
    return true;
  });
}

async function cancelRequested(
  context: BillingContext,
): Promise<Pick<Reconciliation, 'cancelled' | 'failed'>> {
  const { ledgerDb, log, cutOff } = context;
  let cancelled = 0;
  let failed = 0;
  let rows = await listToCancel(ledgerDb, '', BATCH);
  while (rows.length > 0) {
    for (const row of rows)
      try {
        cutOff?.throwIfAborted();
        await cancelOne(context, row);
        cancelled += 1;
      } catch (error) {
        if (cutOff?.aborted) return { cancelled, failed };
        failed += 1;
        log.error(
          { err: error, subscription: row.id },
          'a subscription has not been canceled yet; trying again',
        );
      }
    rows = await listToCancel(ledgerDb, rows.at(-1)?.id ?? '', BATCH);
  }
  return { cancelled, failed };
}

async function cancelOne({ ledgerDb, provider, now }: BillingContext, row: Subscription): Promise<void> {
  if (row.provider === 'stripe') {
    if (!provider) throw new Error('it is to be ended at Stripe, and no keys of Stripe are set');
    await provider.cancel(row.id);
  }
  await inTransaction(ledgerDb, (tx) =>
    // An event that arrived first may already have recorded the same end.
    updateStanding(tx, row, { ...standingOf(row), state: 'cancelled', cancel_at_period_end: false }, now()),
  );
}

async function tellEnded(
  tx: LedgerTx,
  { account_id, license_digits: license, provider }: Subscription,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: Date },
  reason: EndReason,
): Promise<void> {
  const recipient = await findRecipient(tx, account_id);
  if (recipient)
    await queueMail(tx, endedMail({ recipient, license, baseUrl, test: provider === 'test', reason }), now);
}

function standingOf({ period_ends_at, cancel_at_period_end }: Subscription) {
  return { period_ends_at, cancel_at_period_end, grace_ends_at: null };
}
