import type { LedgerDb } from '../../platform/db/database.ts';
import { countPasskeys, findWithPasskeys, hasPassed } from '../passkeys/passkeys-store.ts';

/** Sessions that began with more than a password. docs/decisions/0053-passkeys.md. */

interface StrengthContext {
  readonly ledgerDb: LedgerDb;
  /** Returns true if the account is an operator, so a password by itself is too weak. */
  readonly mustBeStrong?: (accountId: string) => Promise<boolean>;
}

interface Session {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Returns which of these accounts have a passkey, in one statement. */
export async function findWithPasskey(
  ledgerDb: LedgerDb,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return findWithPasskeys(ledgerDb, accountIds);
}

/** Returns true if a session gave an authenticator's code or a passkey. Operators' pages require it. */
export async function isStrongSession(ledgerDb: LedgerDb, sessionId: string): Promise<boolean> {
  return hasPassed(ledgerDb, sessionId);
}

/**
 * Returns true if a session may not change how its account signs in: an operator's account that has a
 * passkey, in a session that only gave a password. Otherwise a thief with an operator's password could add a
 * key.
 */
export async function isTooWeak(
  { ledgerDb, mustBeStrong }: StrengthContext,
  { accountId, sessionId }: Session,
): Promise<boolean> {
  if (!(await mustBeStrong?.(accountId))) return false;
  return (await countPasskeys(ledgerDb, accountId)) > 0 && !(await hasPassed(ledgerDb, sessionId));
}
