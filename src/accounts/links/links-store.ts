import { createHash, randomBytes } from 'node:crypto';
import type { LedgerDb } from '../../platform/db/database.ts';

/** Links in emails about accounts. The database stores only the hash of a link's purpose and token. */

/** The purpose of a link in an email. */
export type LinkKind = 'confirm-email' | 'reset-password' | 'confirm-new-email';

const HOUR_MS = 3_600_000;
/** The lifetimes of links, as stated in the emails. */
const LINK_HOURS: Readonly<Record<LinkKind, number>> = {
  'confirm-email': 24,
  'reset-password': 1,
  'confirm-new-email': 24,
};
const TOKEN_BYTES = 32;

/** Stores a link with `value`, which begins with the account's id, and returns its token. */
export async function createLink(
  ledgerDb: LedgerDb,
  kind: LinkKind,
  value: string,
  now: Date,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await ledgerDb
    .insertInto('verifications')
    .values({
      identifier: identify(kind, token),
      value,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LINK_HOURS[kind] * HOUR_MS).toISOString(),
    })
    .execute();
  return token;
}

/** Returns the value of a valid link without using up the link. */
export async function findLink(
  ledgerDb: LedgerDb,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const link = await ledgerDb
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identify(kind, token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return link?.value;
}

/** Returns the link's value and uses up the link. Only one of several concurrent callers gets the value. */
export async function consumeLink(
  ledgerDb: LedgerDb,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const link = await ledgerDb
    .deleteFrom('verifications')
    .where('identifier', '=', identify(kind, token))
    .where('expires_at', '>', now.toISOString())
    .returning('value')
    .executeTakeFirst();
  return link?.value;
}

export async function deleteLinks(ledgerDb: LedgerDb, accountId: string): Promise<void> {
  await ledgerDb.deleteFrom('verifications').where('value', 'like', `${accountId}%`).execute();
}

/** Deletes links that expired before `before`. */
export async function deleteExpiredLinks(ledgerDb: LedgerDb, before: Date): Promise<void> {
  await ledgerDb.deleteFrom('verifications').where('expires_at', '<', before.toISOString()).execute();
}

function identify(kind: LinkKind, token: string): string {
  return createHash('sha256').update(`${kind}:${token}`).digest('base64url');
}
