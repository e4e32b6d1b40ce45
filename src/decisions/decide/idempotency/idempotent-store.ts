import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import type { IdempotentAnswersTable } from '../../../platform/db/schema/ledger-tables/service-tables.ts';

/** Returns the row for an account's key, unless it is from `oldest` or earlier. */
export async function findAnswer(
  ledgerDb: LedgerDb,
  { accountId, key }: { readonly accountId: string; readonly key: string },
  oldest: Date,
): Promise<Pick<IdempotentAnswersTable, 'question_sha256' | 'answer'> | undefined> {
  return ledgerDb
    .selectFrom('idempotent_answers')
    .select(['question_sha256', 'answer'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .where('created_at', '>', oldest.toISOString())
    .executeTakeFirst();
}

/**
 * Stores a response and replaces any from `oldest` or earlier. Returns false if the key has a newer response.
 * Waits for any transaction that is storing a response under the same key.
 */
export async function insertAnswer(
  tx: LedgerTx,
  row: IdempotentAnswersTable,
  oldest: Date,
): Promise<boolean> {
  const { account_id: _account, idempotency_key: _key, ...changed } = row;
  const stored = await tx
    .insertInto('idempotent_answers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'idempotency_key'])
        .doUpdateSet(changed)
        .where('idempotent_answers.created_at', '<=', oldest.toISOString()),
    )
    .returning('account_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Deletes the responses from `oldest` or earlier. */
export async function deleteAnswers(ledgerDb: LedgerDb, oldest: Date): Promise<void> {
  await ledgerDb.deleteFrom('idempotent_answers').where('created_at', '<=', oldest.toISOString()).execute();
}
