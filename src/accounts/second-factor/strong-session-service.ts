import type { LedgerDb } from '../../platform/db/database.ts';
import { countPasskeys, findWithPasskeys, hasPassed } from '../passkeys/passkeys-store.ts';

/** Sessions that began with more than a password. docs/decisions/0053-passkeys.md. */

interface StrengthContext {
  readonly ledgerDb: LedgerDb;
  /** Whether a password alone is too little for this account: it has the role of an operator. */
  readonly mustBeStrong?: (accountId: string) => Promise<boolean>;
}

interface Session {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Which of these accounts have a passkey. One statement. */
export async function findWithPasskey(
  ledgerDb: LedgerDb,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return findWithPasskeys(ledgerDb, accountIds);
}

/** Whether a session gave a code of an authenticator or a passkey. Operators' pages ask this of theirs. */
export async function isStrongSession(ledgerDb: LedgerDb, sessionId: string): Promise<boolean> {
  return hasPassed(ledgerDb, sessionId);
}

/**
 * Whether a session may not change how its account signs in: an operator's, of an account with a passkey, that gave a password
 * alone. Otherwise whoever has an operator's password adds a key of their own.
 */
export async function isTooWeak(
  { ledgerDb, mustBeStrong }: StrengthContext,
  { accountId, sessionId }: Session,
): Promise<boolean> {
  if (!(await mustBeStrong?.(accountId))) return false;
  return (await countPasskeys(ledgerDb, accountId)) > 0 && !(await hasPassed(ledgerDb, sessionId));
}
