import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { FollowsTable } from '../../platform/db/schema/ledger-tables/monitoring-tables.ts';

/** The address and the topic of a subscription, which no other subscription has. */
type FollowKey = Pick<FollowsTable, 'email' | 'county' | 'license_key'>;

/** Adds an unconfirmed subscription, unless there is one for this address and topic. */
export async function insertFollow(tx: LedgerTx, row: FollowsTable): Promise<void> {
  await tx
    .insertInto('follows')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findFollow(
  ledgerDb: LedgerDb,
  { email, county, license_key: licenseKey }: FollowKey,
): Promise<FollowsTable | undefined> {
  return ledgerDb
    .selectFrom('follows')
    .selectAll()
    .where('email', '=', email)
    .where('county', '=', county)
    .where('license_key', '=', licenseKey)
    .executeTakeFirst();
}

export async function findFollowByToken(
  ledgerDb: LedgerDb,
  tokenHash: string,
): Promise<FollowsTable | undefined> {
  return ledgerDb.selectFrom('follows').selectAll().where('token_sha256', '=', tokenHash).executeTakeFirst();
}

/** Makes other transactions that confirm a subscription of this address wait until this one has ended. */
export async function lockAddress(tx: LedgerTx, email: string): Promise<void> {
  await tx.updateTable('follows').set({ email }).where('email', '=', email).execute();
}

/** Counts the confirmed subscriptions of an address. */
export async function countConfirmed(tx: LedgerTx, email: string): Promise<number> {
  const { count } = await tx
    .selectFrom('follows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Confirms a subscription; its first email is about what comes after `sent_through` or `sent_number`.
 * Confirming again changes nothing.
 */
export async function confirmFollow(
  tx: LedgerTx,
  id: string,
  confirmed: Pick<FollowsTable, 'confirmed_at' | 'sent_through' | 'sent_number'>,
): Promise<void> {
  await tx
    .updateTable('follows')
    .set(confirmed)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

export async function deleteFollow(ledgerDb: LedgerDb, tokenHash: string): Promise<void> {
  await ledgerDb.deleteFrom('follows').where('token_sha256', '=', tokenHash).execute();
}

/** Lists confirmed subscriptions, by id, whose last email covered closures through `until` or an earlier day. */
export async function listDueClosures(
  ledgerDb: LedgerDb,
  { until, after, rowsMax }: { readonly until: string; readonly after: string; readonly rowsMax: number },
): Promise<FollowsTable[]> {
  return ledgerDb
    .selectFrom('follows')
    .selectAll()
    .where('license_key', '=', '')
    .where('confirmed_at', 'is not', null)
    .where('sent_through', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsMax)
    .execute();
}

/**
 * Lists confirmed subscriptions to vendors whose records changed, by id, unless an email was sent after
 * `until`.
 */
export async function listChangedVendors(
  ledgerDb: LedgerDb,
  { until, after, rowsMax }: { readonly until: string; readonly after: string; readonly rowsMax: number },
): Promise<FollowsTable[]> {
  return ledgerDb
    .selectFrom('follows')
    .selectAll()
    .where('license_key', '!=', '')
    .where('confirmed_at', 'is not', null)
    .where((row) => row.or([row('sent_at', 'is', null), row('sent_at', '<=', until)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('record_changes')
          .select('number')
          .whereRef('record_changes.license_key', '=', 'follows.license_key')
          .whereRef('record_changes.number', '>', 'follows.sent_number'),
      ),
    )
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
  { id, sent_through: before }: Pick<FollowsTable, 'id' | 'sent_through'>,
  through: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('follows')
    .set({ sent_through: through })
    .where('id', '=', id)
    .where('sent_through', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Stores the last change of a vendor's record that was considered, and when an email was sent. Returns false
 * if another process has already done so or the subscription has ended.
 */
export async function updateSentNumber(
  tx: LedgerTx,
  { id, sent_number: before }: Pick<FollowsTable, 'id' | 'sent_number'>,
  sent: Pick<FollowsTable, 'sent_number' | 'sent_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('follows')
    .set(sent)
    .where('id', '=', id)
    .where('sent_number', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces the token hash in a subscription's links. */
export async function updateToken(tx: LedgerTx, id: string, tokenHash: string): Promise<void> {
  await tx.updateTable('follows').set({ token_sha256: tokenHash }).where('id', '=', id).execute();
}
