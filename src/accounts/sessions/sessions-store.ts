import { randomBytes, randomUUID } from 'node:crypto';
import { hashToken } from '../../lib/hash-token.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { SignedIn } from '../account/account.ts';
import { lockAccountIfThere } from '../account/store.ts';

/** Signed-in browsers. The database stores only the hash of a session's token. */

/** The maximum number of signed-in browsers per account. */
export const SESSIONS_MAX = 50;
/** The maximum number of sessions per account that are waiting for a code. They last ten minutes. */
export const WAITING_SESSIONS_MAX = 10;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A session ends this long after its last use. */
const UNUSED_MS = 14 * DAY_MS;
/** A session ends this long after the sign-in, even if it is used every day. */
const LIFETIME_MS = 90 * DAY_MS;
/** The precision of "last used": a session in use is updated at most this often. */
const TOUCH_MS = HOUR_MS;
const TOKEN_BYTES = 32;

export interface StoredSession extends SignedIn {
  readonly signedInAt: Date;
}

/** Starts a session. The caller must have verified the identity and locked the account. */
export async function startSession(
  tx: LedgerTx,
  accountId: string,
  userAgent: string,
  now: Date,
): Promise<{ readonly sessionId: string; readonly token: string }> {
  const sessionId = randomUUID();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      account_id: accountId,
      token_sha256: hashToken(token),
      user_agent: userAgent,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      expires_at: new Date(now.getTime() + UNUSED_MS).toISOString(),
    })
    .execute();
  return { sessionId, token };
}

/**
 * Returns the session for a token and extends it, or returns undefined if the session is unknown or has
 * ended.
 */
export async function findStoredSession(
  ledgerDb: LedgerDb,
  token: string,
  now: Date,
): Promise<StoredSession | undefined> {
  const row = await ledgerDb
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'account_id', 'name', 'email', 'sessions.created_at', 'sessions.updated_at'])
    .where('token_sha256', '=', hashToken(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const signedInAt = new Date(row.created_at);
  const isDue = now.getTime() - Date.parse(row.updated_at) >= TOUCH_MS;
  // The session may have ended since it was fetched.
  if (isDue && !(await prolong(ledgerDb, row.id, signedInAt, now))) return undefined;
  return { accountId: row.account_id, name: row.name, email: row.email, sessionId: row.id, signedInAt };
}

async function prolong(ledgerDb: LedgerDb, id: string, signedInAt: Date, now: Date): Promise<boolean> {
  const expiresAt = Math.min(now.getTime() + UNUSED_MS, signedInAt.getTime() + LIFETIME_MS);
  // Earlier versions extended sessions past the lifetime.
  if (expiresAt <= now.getTime()) return false;
  const { numUpdatedRows } = await ledgerDb
    .updateTable('sessions')
    .set({ expires_at: new Date(expiresAt).toISOString(), updated_at: now.toISOString() })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks a session's account. Returns false if the session ended or its account was deleted since the request
 * arrived.
 */
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

/** Lists active sessions, most recently used first, including those waiting for a code. */
export async function listSessions(
  ledgerDb: LedgerDb,
  accountId: string,
  now: Date,
): Promise<{ id: string; user_agent: string | null; created_at: string; updated_at: string }[]> {
  return ledgerDb
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS_MAX + WAITING_SESSIONS_MAX)
    .execute();
}

/** Lists the ids of all of an account's sessions, most recently used first. */
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

/** Returns false if the account did not have this session. */
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

/** Deletes sessions that ended before `before`. */
export async function deleteExpiredSessions(ledgerDb: LedgerDb, before: Date): Promise<void> {
  await ledgerDb.deleteFrom('sessions').where('expires_at', '<', before.toISOString()).execute();
}
