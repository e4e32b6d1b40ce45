import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { PasskeyEntry } from './passkey.ts';
import type { StoredKey } from './simplewebauthn.ts';

/** A key with its account and the handle by which authenticators identify the account. */
export interface OwnedKey extends StoredKey {
  readonly id: string;
  readonly accountId: string;
  readonly handle: string;
}

/** Lists the account's passkeys, oldest first. */
export async function listPasskeys(ledgerDb: LedgerDb, accountId: string): Promise<PasskeyEntry[]> {
  const rows = await ledgerDb
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at: createdAt, last_used_at: lastUsedAt }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
  }));
}

export async function listCredentialIds(ledgerDb: LedgerDb, accountId: string): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('passkeys')
    .select('credential_id')
    .where('account_id', '=', accountId)
    .orderBy('credential_id')
    .execute();
  return rows.map(({ credential_id }) => credential_id);
}

export async function countPasskeys(ledgerDb: LedgerDb, accountId: string): Promise<number> {
  const { count } = await ledgerDb
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findKey(ledgerDb: LedgerDb, credentialId: string): Promise<OwnedKey | undefined> {
  const row = await ledgerDb
    .selectFrom('passkeys as key')
    .innerJoin('passkey_handles as owner', 'owner.account_id', 'key.account_id')
    .select([
      'key.id',
      'key.account_id',
      'key.credential_id',
      'key.public_key',
      'key.counter',
      'owner.handle',
    ])
    .where('key.credential_id', '=', credentialId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, account_id: accountId, credential_id, public_key: publicKey, handle } = row;
  return { id, accountId, credentialId: credential_id, publicKey, handle, counter: Number(row.counter) };
}

/**
 * Returns false if the key already belongs to this or another account. The caller must have locked the
 * account.
 */
export async function insertPasskey(
  tx: LedgerTx,
  passkey: StoredKey & { readonly id: string; readonly accountId: string; readonly name: string },
  now: Date,
): Promise<boolean> {
  const { id, accountId: account_id, name, credentialId, publicKey, counter } = passkey;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({
      id,
      account_id,
      name,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      created_at: now.toISOString(),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Stores a key's new counter after a signature. Returns false if the counter is not higher than the stored
 * counter, because two devices have the key or an answer was repeated. Also returns false if the key was
 * deleted.
 */
export async function useKey(tx: LedgerTx, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function hasKey(tx: LedgerTx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the account does not have this passkey. */
export async function deletePasskey(tx: LedgerTx, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns the number of deleted passkeys. */
export async function deletePasskeys(tx: LedgerTx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Assigns the account the handle by which authenticators identify it, unless it already has one. */
export async function giveHandle(tx: LedgerTx, accountId: string, handle: string): Promise<void> {
  await tx
    .insertInto('passkey_handles')
    .values({ account_id: accountId, handle })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

export async function findHandle(ledgerDb: LedgerDb, accountId: string): Promise<string | undefined> {
  const row = await ledgerDb
    .selectFrom('passkey_handles')
    .select('handle')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.handle;
}

export async function findWithPasskeys(
  ledgerDb: LedgerDb,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await ledgerDb
    .selectFrom('passkeys')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', accountIds)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Returns true if a session has passed a code check or a passkey check. */
export async function hasPassed(ledgerDb: LedgerDb, sessionId: string): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('second_factor_sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}
