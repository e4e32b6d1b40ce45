import { AppError } from '../../http/errors.ts';
import { inEach, type Language, parseLanguage } from '../../lib/language.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { Recipient } from './account.ts';
import { foldEmail } from './account-input.ts';
import { ACCOUNT_ERRORS } from './messages.ts';

/** Reads and deletions; the library creates and changes an account's rows. */

/** Signed-in browsers of one account. */
export const SESSIONS_MAX = 50;
/** Sessions of one account that have the password and not yet the code. They last ten minutes. */
export const WAITING_SESSIONS_MAX = 10;
const DELETED = inEach((language) => ACCOUNT_ERRORS[language].deleted);

export interface StoredAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the address was confirmed, which sign-in requires. */
  readonly verified: boolean;
  /** What its mails are written in. */
  readonly language: Language;
  /** ISO 8601 UTC. */
  readonly created_at: string;
}

export async function findByEmail(ledgerDb: LedgerDb, email: string): Promise<StoredAccount | undefined> {
  return toAccount(await accounts(ledgerDb).where('email', '=', email).executeTakeFirst());
}

export async function findById(ledgerDb: LedgerDb, id: string): Promise<StoredAccount | undefined> {
  return toAccount(await accounts(ledgerDb).where('id', '=', id).executeTakeFirst());
}

/** The account's mail address; undefined when the account is gone. */
export async function findAccountEmail(ledgerDb: LedgerDb, accountId: string): Promise<string | undefined> {
  return (await findById(ledgerDb, accountId))?.email;
}

/** Whom mails to this account go to; undefined when the account is gone. */
export async function findRecipient(ledgerDb: LedgerDb, accountId: string): Promise<Recipient | undefined> {
  const account = await findById(ledgerDb, accountId);
  return account && { to: account.email, language: account.language };
}

/** The same of columns that were read with something else. */
export function toRecipient(email: string, language: string): Recipient {
  return { to: email, language: parseLanguage(language) ?? 'en' };
}

/** What mails to this account are written in; English when the account is gone. */
export async function languageOfAccount(ledgerDb: LedgerDb, accountId: string): Promise<Language> {
  return (await findById(ledgerDb, accountId))?.language ?? 'en';
}

export async function setLanguage(ledgerDb: LedgerDb, accountId: string, language: Language): Promise<void> {
  await ledgerDb.updateTable('accounts').set({ language }).where('id', '=', accountId).execute();
}

/** The account with this e-mail address, in any case. */
export async function findAccountId(ledgerDb: LedgerDb, email: string): Promise<string | undefined> {
  return (await findByEmail(ledgerDb, foldEmail(email)))?.id;
}

/**
 * Locks the account by writing its row unchanged, so that a count made afterward still holds when something is added. False
 * when the account is gone.
 */
export async function lockAccountIfThere(tx: LedgerTx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Locks the account before something is added to it. Throws `not_found` when it was deleted since the request came. */
export async function lockAccount(tx: LedgerTx, accountId: string): Promise<void> {
  if (!(await lockAccountIfThere(tx, accountId)))
    throw new AppError('not_found', DELETED.en, { forPeople: DELETED });
}

/** Locks a session's account; false when the session, or the account with it, has ended since the request came. */
export async function lockSession(
  tx: LedgerTx,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): Promise<boolean> {
  if (!(await lockAccountIfThere(tx, accountId))) return false;
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return session !== undefined;
}

export interface StoredCredential {
  readonly hash: string;
  /** When this password was set; a renewed hash of the same password does not change it. */
  readonly setAt: string;
}

export async function findCredential(
  ledgerDb: LedgerDb,
  accountId: string,
): Promise<StoredCredential | undefined> {
  const row = await ledgerDb
    .selectFrom('credentials')
    .select(['password', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('provider_id', '=', 'credential')
    .orderBy('id')
    .executeTakeFirst();
  return row?.password ? { hash: row.password, setAt: row.updated_at } : undefined;
}

/** Replaces the hash `before` by another hash of the same password, unless the password changed meanwhile. */
export async function renewHash(
  ledgerDb: LedgerDb,
  accountId: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  await ledgerDb
    .updateTable('credentials')
    .set({ password: after })
    .where('account_id', '=', accountId)
    .where('password', '=', before)
    .execute();
}

/** Active sessions, the most recently used first, with those that wait for a code. */
export async function listSessions(
  ledgerDb: LedgerDb,
  accountId: string,
  { now, signedInAfter }: { readonly now: Date; readonly signedInAfter: Date },
): Promise<{ id: string; user_agent: string | null; created_at: string; updated_at: string }[]> {
  return ledgerDb
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .where('created_at', '>', signedInAfter.toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS_MAX + WAITING_SESSIONS_MAX)
    .execute();
}

/** Ids of all sessions of an account, the most recently used first. */
export async function listSessionIds(ledgerDb: LedgerDb, accountId: string): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteSessionsById(ledgerDb: LedgerDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ledgerDb.deleteFrom('sessions').where('id', 'in', ids).execute();
}

export async function deleteSession(ledgerDb: LedgerDb, id: string): Promise<void> {
  await ledgerDb.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Whether the account had such a session. */
export async function deleteSessionOf(ledgerDb: LedgerDb, accountId: string, id: string): Promise<boolean> {
  const deleted = await ledgerDb
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export async function deleteSessions(
  ledgerDb: LedgerDb,
  accountId: string,
  exceptId?: string,
): Promise<void> {
  const all = ledgerDb.deleteFrom('sessions').where('account_id', '=', accountId);
  await (exceptId === undefined ? all : all.where('id', '!=', exceptId)).execute();
}

/** The account's links in mails; a link's value starts with the account's id. */
export async function deleteLinks(ledgerDb: LedgerDb, accountId: string): Promise<void> {
  await ledgerDb.deleteFrom('verifications').where('value', 'like', `${accountId}%`).execute();
}

/** Deletes the account; sessions, credentials and everything that refers to it go too. */
export async function deleteAccount(ledgerDb: LedgerDb, accountId: string): Promise<void> {
  await ledgerDb.deleteFrom('accounts').where('id', '=', accountId).execute();
  await deleteLinks(ledgerDb, accountId);
}

/** Deletes the account unless its address was confirmed meanwhile. */
export async function deleteUnverified(ledgerDb: LedgerDb, accountId: string): Promise<void> {
  await ledgerDb.deleteFrom('accounts').where('id', '=', accountId).where('email_verified', '=', 0).execute();
  await deleteLinks(ledgerDb, accountId);
}

export async function setVerifiedEmail(
  ledgerDb: LedgerDb,
  accountId: string,
  email: string,
  now: Date,
): Promise<void> {
  await ledgerDb
    .updateTable('accounts')
    .set({ email, email_verified: 1, updated_at: now.toISOString() })
    .where('id', '=', accountId)
    .execute();
}

function accounts(ledgerDb: LedgerDb) {
  return ledgerDb
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'email_verified', 'language', 'created_at']);
}

interface StoredTraits {
  readonly email_verified: number;
  readonly language: string;
}

function toAccount(
  row: (Pick<StoredAccount, 'id' | 'name' | 'email' | 'created_at'> & StoredTraits) | undefined,
): StoredAccount | undefined {
  if (!row) return undefined;
  const { email_verified, language, ...account } = row;
  return { ...account, verified: email_verified === 1, language: parseLanguage(language) ?? 'en' };
}

/** Deletes sessions and links that ended before `before`. */
export async function deleteExpired(ledgerDb: LedgerDb, before: Date): Promise<void> {
  await ledgerDb.deleteFrom('sessions').where('expires_at', '<', before.toISOString()).execute();
  await ledgerDb.deleteFrom('verifications').where('expires_at', '<', before.toISOString()).execute();
}
