import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { ClosureFollowsTable } from '../../platform/db/schema/ledger-tables/monitoring-tables.ts';

/**
 * Adds an unconfirmed subscription, unless the address already subscribes to this county or has already been
 * asked to confirm it.
 */
export async function insertFollow(tx: LedgerTx, row: ClosureFollowsTable): Promise<void> {
  await tx
    .insertInto('closure_follows')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findFollow(
  ledgerDb: LedgerDb,
  { email, county }: { readonly email: string; readonly county: string },
): Promise<ClosureFollowsTable | undefined> {
  return ledgerDb
    .selectFrom('closure_follows')
    .selectAll()
    .where('email', '=', email)
    .where('county', '=', county)
    .executeTakeFirst();
}

export async function findFollowByToken(
  ledgerDb: LedgerDb,
  tokenHash: string,
): Promise<ClosureFollowsTable | undefined> {
  return ledgerDb
    .selectFrom('closure_follows')
    .selectAll()
    .where('token_sha256', '=', tokenHash)
    .executeTakeFirst();
}

/**
 * Confirms a subscription, whose first email covers closures after `through`. Confirming again changes
 * nothing.
 */
export async function confirmFollow(
  ledgerDb: LedgerDb,
  id: string,
  { now, through }: { readonly now: Date; readonly through: string },
): Promise<void> {
  await ledgerDb
    .updateTable('closure_follows')
    .set({ confirmed_at: now.toISOString(), sent_through: through })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

export async function deleteFollow(ledgerDb: LedgerDb, tokenHash: string): Promise<void> {
  await ledgerDb.deleteFrom('closure_follows').where('token_sha256', '=', tokenHash).execute();
}

/**
 * Lists confirmed subscriptions, by id, whose last email covered closures through `until` or an earlier day.
 */
export async function listDueFollows(
  ledgerDb: LedgerDb,
  { until, after, rowsMax }: { readonly until: string; readonly after: string; readonly rowsMax: number },
): Promise<ClosureFollowsTable[]> {
  return ledgerDb
    .selectFrom('closure_follows')
    .selectAll()
    .where('confirmed_at', 'is not', null)
    .where('sent_through', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsMax)
    .execute();
}

/**
 * Stores the last day that an email covered. Returns false if another process has already done so or the
 * subscription has ended.
 */
export async function updateSentThrough(
  tx: LedgerTx,
  { id, sent_through: before }: Pick<ClosureFollowsTable, 'id' | 'sent_through'>,
  through: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('closure_follows')
    .set({ sent_through: through })
    .where('id', '=', id)
    .where('sent_through', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces the token hash in a subscription's links. */
export async function updateToken(tx: LedgerTx, id: string, tokenHash: string): Promise<void> {
  await tx.updateTable('closure_follows').set({ token_sha256: tokenHash }).where('id', '=', id).execute();
}
