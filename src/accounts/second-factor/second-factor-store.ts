import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';

interface StoredFactor {
  readonly sealed_secret: string;
  readonly created_at: string;
  readonly confirmed_at: string | null;
}

export async function findFactor(ledgerDb: LedgerDb, accountId: string): Promise<StoredFactor | undefined> {
  return ledgerDb
    .selectFrom('second_factors')
    .select(['sealed_secret', 'created_at', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/**
 * Stores a new, unconfirmed secret in place of any earlier secret. The caller must have locked the account.
 */
export async function writeFactor(tx: LedgerTx, accountId: string, sealed: string, now: Date): Promise<void> {
  await deleteFactor(tx, accountId);
  await tx
    .insertInto('second_factors')
    .values({
      account_id: accountId,
      sealed_secret: sealed,
      created_at: now.toISOString(),
      confirmed_at: null,
      last_step: 0,
    })
    .execute();
}

/** Returns which of these accounts have a confirmed second factor. */
export async function findConfirmed(
  ledgerDb: LedgerDb,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await ledgerDb
    .selectFrom('second_factors')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('confirmed_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

export async function confirmFactor(tx: LedgerTx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .execute();
}

/** Marks a time step as used. Returns false if this step or a later one was already used. */
export async function takeStep(tx: LedgerTx, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns false if there was no second factor. */
export async function deleteFactor(tx: LedgerTx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function replaceCodes(
  tx: LedgerTx,
  accountId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const rows = hashes.map((code_sha256) => ({ account_id: accountId, code_sha256, used_at: null }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Uses up a recovery code. Returns false if the code is invalid or was already used. */
export async function takeCode(tx: LedgerTx, accountId: string, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .where('code_sha256', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countCodes(ledgerDb: LedgerDb, accountId: string): Promise<number> {
  const { count } = await ledgerDb
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function markPassed(tx: LedgerTx, sessionId: string, now: Date): Promise<void> {
  await tx
    .insertInto('second_factor_sessions')
    .values({ session_id: sessionId, passed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute();
}

/** Returns the sessions that have passed a code check, or undefined if the account has no second factor. */
export async function findPassed(
  ledgerDb: LedgerDb,
  accountId: string,
): Promise<ReadonlySet<string> | undefined> {
  if ((await findFactor(ledgerDb, accountId))?.confirmed_at == null) return undefined;
  const rows = await ledgerDb
    .selectFrom('second_factor_sessions as passed')
    .innerJoin('sessions', 'sessions.id', 'passed.session_id')
    .select('passed.session_id')
    .where('sessions.account_id', '=', accountId)
    .execute();
  return new Set(rows.map((row) => row.session_id));
}

/**
 * Returns true if a session has yet to enter a code. Uses one statement, because it runs for every signed-in
 * request.
 */
export async function isCodeDue(
  ledgerDb: LedgerDb,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('second_factors as factor')
    .leftJoin('second_factor_sessions as passed', (join) => join.on('passed.session_id', '=', sessionId))
    .select('passed.session_id')
    .where('factor.account_id', '=', accountId)
    .where('factor.confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined && row.session_id === null;
}
