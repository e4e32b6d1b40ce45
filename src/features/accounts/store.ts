import type { Db, Tx } from '../../platform/db/database.ts';
import { foldEmail } from './account-input.ts';

/** Reads and deletions; what creates or changes an account's rows goes through the library. */

const SESSIONS_MAX = 50;

export interface StoredAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the address was confirmed; nobody signs in before. */
  readonly verified: boolean;
}

export async function findByEmail(db: Db, email: string): Promise<StoredAccount | undefined> {
  return toAccount(await accounts(db).where('email', '=', email).executeTakeFirst());
}

export async function findById(db: Db, id: string): Promise<StoredAccount | undefined> {
  return toAccount(await accounts(db).where('id', '=', id).executeTakeFirst());
}

/** Where an account is written to; undefined when it is gone. */
export async function findAccountEmail(db: Db, accountId: string): Promise<string | undefined> {
  return (await findById(db, accountId))?.email;
}

/** The account with this e-mail address, in any case. */
export async function findAccountId(db: Db, email: string): Promise<string | undefined> {
  return (await findByEmail(db, foldEmail(email)))?.id;
}

/**
 * Writing the account's row, unchanged, makes other transactions that do the same wait for the end of this one: what
 * is counted after it is still so when something is added.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', accountId)
    .execute();
}

export async function findPasswordHash(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('account_id', '=', accountId)
    .where('provider_id', '=', 'credential')
    .orderBy('id')
    .executeTakeFirst();
  return row?.password ?? undefined;
}

/** Sessions that have not ended, the one used last first; at most {@link SESSIONS_MAX}. */
export async function listSessions(
  db: Db,
  accountId: string,
  now: Date,
): Promise<{ id: string; user_agent: string | null; created_at: string; updated_at: string }[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS_MAX)
    .execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function deleteSessions(db: Db, accountId: string, exceptId?: string): Promise<void> {
  const all = db.deleteFrom('sessions').where('account_id', '=', accountId);
  await (exceptId === undefined ? all : all.where('id', '!=', exceptId)).execute();
}

/** The account's links in mails; a link's value begins with the account's id. */
export async function deleteLinks(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', 'like', `${accountId}%`).execute();
}

/** Sessions, credentials and all else that refers to the account go with it. */
export async function deleteAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', accountId).execute();
  await deleteLinks(db, accountId);
}

/** The same, unless the address was confirmed in the meantime. */
export async function deleteUnverified(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', accountId).where('email_verified', '=', 0).execute();
  await deleteLinks(db, accountId);
}

export async function setVerifiedEmail(db: Db, accountId: string, email: string, now: Date): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ email, email_verified: 1, updated_at: now.toISOString() })
    .where('id', '=', accountId)
    .execute();
}

/** Whether an error says that another row has this value already, in the words of either engine's driver. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isPostgres = 'code' in error && error.code === '23505';
  return isPostgres || ('errcode' in error && error.errcode === 2067);
}

function accounts(db: Db) {
  return db.selectFrom('accounts').select(['id', 'name', 'email', 'email_verified']);
}

function toAccount(
  row: { id: string; name: string; email: string; email_verified: number } | undefined,
): StoredAccount | undefined {
  return row && { id: row.id, name: row.name, email: row.email, verified: row.email_verified === 1 };
}

/** Forgets sessions and links that ended before `before`. */
export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before.toISOString()).execute();
  await db.deleteFrom('verifications').where('expires_at', '<', before.toISOString()).execute();
}
