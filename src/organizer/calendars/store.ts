import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';

/** Stores an account's single private feed. Only the hash of its token is stored. */

export async function findFeed(
  ledgerDb: LedgerDb,
  accountId: string,
): Promise<{ readonly made_at: string } | undefined> {
  return ledgerDb
    .selectFrom('calendar_feeds')
    .select('made_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function findFeedAccount(ledgerDb: LedgerDb, tokenSha256: string): Promise<string | undefined> {
  const row = await ledgerDb
    .selectFrom('calendar_feeds')
    .select('account_id')
    .where('token_sha256', '=', tokenSha256)
    .executeTakeFirst();
  return row?.account_id;
}

/** Replaces the previous feed, so that its URL stops working. Call it while holding the account's lock. */
export async function putFeed(
  tx: LedgerTx,
  row: { readonly account_id: string; readonly token_sha256: string; readonly made_at: string },
): Promise<void> {
  const { token_sha256, made_at } = row;
  await tx
    .insertInto('calendar_feeds')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ token_sha256, made_at }))
    .execute();
}

export async function deleteFeed(tx: LedgerTx, accountId: string): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('account_id', '=', accountId).execute();
}
