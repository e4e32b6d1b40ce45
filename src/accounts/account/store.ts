import { randomUUID } from 'node:crypto';
import { AppError } from '../../http/errors/errors.ts';
import { inEach, type Language, parseLanguage } from '../../lib/language/language.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { deleteLinks } from '../links/links-store.ts';
import type { Recipient } from './account.ts';
import { foldEmail } from './account-input.ts';
import { ACCOUNT_ERRORS } from './messages.ts';

/** Accounts and their passwords. */

const DELETED = inEach((language) => ACCOUNT_ERRORS[language].deleted);

export interface StoredAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** True once the address has been confirmed, which is required to sign in. */
  readonly verified: boolean;
  /** The language of the account's emails. */
  readonly language: Language;
  /** ISO 8601 UTC. */
  readonly created_at: string;
}

/** Adds an account with a password. Throws the database's error if the address is taken. */
export async function createAccount(
  tx: LedgerTx,
  account: { name: string; email: string; verified: boolean; passwordHash: string; language: Language },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const { name, email, verified, passwordHash, language } = account;
  const times = { created_at: now.toISOString(), updated_at: now.toISOString() };
  await tx
    .insertInto('accounts')
    .values({ id, name, email, email_verified: verified ? 1 : 0, language, ...times })
    .execute();
  await tx
    .insertInto('credentials')
    .values({ account_id: id, password: passwordHash, ...times })
    .execute();
  return id;
}

export async function findByEmail(ledgerDb: LedgerDb, email: string): Promise<StoredAccount | undefined> {
  return toAccount(await accounts(ledgerDb).where('email', '=', email).executeTakeFirst());
}

export async function findById(ledgerDb: LedgerDb, id: string): Promise<StoredAccount | undefined> {
  return toAccount(await accounts(ledgerDb).where('id', '=', id).executeTakeFirst());
}

/** Returns the account's email address, or undefined if the account was deleted. */
export async function findAccountEmail(ledgerDb: LedgerDb, accountId: string): Promise<string | undefined> {
  return (await findById(ledgerDb, accountId))?.email;
}

/** Returns the recipient of the account's emails, or undefined if the account was deleted. */
export async function findRecipient(ledgerDb: LedgerDb, accountId: string): Promise<Recipient | undefined> {
  const account = await findById(ledgerDb, accountId);
  return account && { to: account.email, language: account.language };
}

/** Creates a recipient from columns that another query has fetched. */
export function toRecipient(email: string, language: string): Recipient {
  return { to: email, language: parseLanguage(language) ?? 'en' };
}

/** Returns the language of emails to this account; English if the account was deleted. */
export async function languageOfAccount(ledgerDb: LedgerDb, accountId: string): Promise<Language> {
  return (await findById(ledgerDb, accountId))?.language ?? 'en';
}

export async function setLanguage(ledgerDb: LedgerDb, accountId: string, language: Language): Promise<void> {
  await ledgerDb.updateTable('accounts').set({ language }).where('id', '=', accountId).execute();
}

/** Finds the account with this email address, ignoring case. */
export async function findAccountId(ledgerDb: LedgerDb, email: string): Promise<string | undefined> {
  return (await findByEmail(ledgerDb, foldEmail(email)))?.id;
}

/**
 * Locks the account by writing its row unchanged, so that no other transaction can add a row between a count
 * and an insert. Returns false if the account was deleted.
 */
export async function lockAccountIfThere(tx: LedgerTx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks the account before something is added to it. Throws `not_found` if it was deleted after the request
 * arrived.
 */
export async function lockAccount(tx: LedgerTx, accountId: string): Promise<void> {
  if (!(await lockAccountIfThere(tx, accountId)))
    throw new AppError('not_found', DELETED.en, { forPeople: DELETED });
}

export interface StoredCredential {
  readonly hash: string;
  /** The time when this password was set; rehashing the same password does not change it. */
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
    .executeTakeFirst();
  return row && { hash: row.password, setAt: row.updated_at };
}

/** Stores the hash of a new password and the time when it was set. */
export async function setPassword(
  ledgerDb: LedgerDb,
  accountId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await ledgerDb
    .updateTable('credentials')
    .set({ password: hash, updated_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * Replaces the hash `before` with a new hash of the same password. Does nothing if the password has changed
 * since.
 */
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

/** Deletes the account with its sessions, credentials and everything that refers to it. */
export async function deleteAccount(ledgerDb: LedgerDb, accountId: string): Promise<void> {
  await ledgerDb.deleteFrom('accounts').where('id', '=', accountId).execute();
  await deleteLinks(ledgerDb, accountId);
}

/** Deletes the account unless its address has been confirmed. */
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
