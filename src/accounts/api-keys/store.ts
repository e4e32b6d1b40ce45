import { sql } from 'kysely';
import type { ListWindow } from '../../lib/list-window.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { ApiKeysTable } from '../../platform/db/schema/ledger-tables/account-tables.ts';

/** A key as its account sees it, without the secret. */
export type ApiKeyRow = Pick<ApiKeysTable, 'id' | 'name' | 'created_at' | 'last_used_at' | 'revoked_at'>;
type StoredSecret = Pick<ApiKeysTable, 'account_id' | 'secret_sha256' | 'last_used_at' | 'revoked_at'>;

const ROW = ['id', 'name', 'created_at', 'last_used_at', 'revoked_at'] as const;

/** Returns false if a key with this id already exists. */
export async function insertKey(
  tx: LedgerTx,
  row: Pick<ApiKeysTable, 'id' | 'account_id' | 'name' | 'secret_sha256' | 'created_at'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('api_keys')
    .values({ ...row, last_used_at: null, revoked_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Counts the account's active keys. */
export async function countLiveKeys(ledgerDb: LedgerDb, accountId: string): Promise<number> {
  return countRows(
    ledgerDb.selectFrom('api_keys').where('account_id', '=', accountId).where('revoked_at', 'is', null),
  );
}

/** Lists the account's keys: active ones first, then newest first. */
export async function listKeys(
  ledgerDb: LedgerDb,
  accountId: string,
  { offset, rowsMax }: ListWindow,
): Promise<ApiKeyRow[]> {
  return ledgerDb
    .selectFrom('api_keys')
    .select(ROW)
    .where('account_id', '=', accountId)
    .orderBy(sql`case when revoked_at is null then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
}

/** Counts the account's keys, including revoked ones. */
export async function countKeys(ledgerDb: LedgerDb, accountId: string): Promise<number> {
  return countRows(ledgerDb.selectFrom('api_keys').where('account_id', '=', accountId));
}

/**
 * Deletes the account's revoked keys except the newest `kept`. A deleted key is rejected like a revoked one.
 */
export async function forgetRevoked(tx: LedgerTx, accountId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom('api_keys')
    .where('id', 'in', (sub) =>
      sub
        .selectFrom('api_keys')
        .select('id')
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is not', null)
        .orderBy('revoked_at', 'desc')
        .orderBy('id')
        .limit(REVOKED_READ_MAX)
        .offset(kept),
    )
    .execute();
}

/** SQLite requires a limit with an offset. Usually at most one key has to be deleted. */
const REVOKED_READ_MAX = 1_000_000;

export async function findKey(
  ledgerDb: LedgerDb,
  accountId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  return ledgerDb
    .selectFrom('api_keys')
    .select(ROW)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/**
 * Revokes a key. If it is already revoked, its time does not change. Returns false if the account has no such
 * key.
 */
export async function markRevoked(
  ledgerDb: LedgerDb,
  accountId: string,
  id: string,
  at: string,
): Promise<boolean> {
  const revoked = await ledgerDb
    .updateTable('api_keys')
    .set((row) => ({ revoked_at: row.fn.coalesce(row.ref('revoked_at'), sql<string>`${at}`) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Returns the stored data needed to check a key. */
export async function findSecret(ledgerDb: LedgerDb, id: string): Promise<StoredSecret | undefined> {
  const rows = await rawQuery<StoredSecret>(
    ledgerDb,
    'select account_id, secret_sha256, last_used_at, revoked_at from api_keys where id = ?',
    [id],
  );
  return rows[0];
}

/** Stores the minute in which a key was used, unless that minute or a later one is already stored. */
export async function markUsed(ledgerDb: LedgerDb, id: string, minute: string): Promise<void> {
  await ledgerDb
    .updateTable('api_keys')
    .set({ last_used_at: minute })
    .where('id', '=', id)
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', minute)]))
    .execute();
}
