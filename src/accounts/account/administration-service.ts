import type { LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { emailPasskeyNews } from '../passkeys/passkeys-service.ts';
import { deletePasskeys } from '../passkeys/passkeys-store.ts';
import { type NoticeContext, notifyOwner } from '../second-factor/second-factor-service.ts';
import { deleteFactor } from '../second-factor/second-factor-store.ts';
import { deleteSessions } from '../sessions/sessions-store.ts';
import { foldEmail } from './account-input.ts';
import { findByEmail, lockAccountIfThere } from './store.ts';

/** Actions on an account that only the operator can perform, on the command line. */

/** Writes an action to the operators' log, in the same transaction as the action. */
type Recorder = (tx: LedgerTx) => Promise<void>;

/**
 * Removes a lost second factor at the operator's request, which `record` logs. Ends every session and
 * notifies the owner. Returns undefined if the account does not exist.
 */
export function removeSecondFactor(
  context: NoticeContext,
  typed: string,
  record: Recorder,
): Promise<'removed' | 'none' | undefined> {
  return removeCredential(context, typed, record, async (tx, accountId) => {
    if (!(await deleteFactor(tx, accountId))) return false;
    await notifyOwner(context, tx, accountId, 'off');
    logSecurity(context.log, 'second_factor_off', { account_id: accountId });
    return true;
  });
}

/**
 * Removes all of an account's passkeys at the operator's request, because they were lost or an intruder added
 * one. Ends every session and notifies the owner. Returns undefined if the account does not exist.
 */
export function removePasskeys(
  context: NoticeContext,
  typed: string,
  record: Recorder,
): Promise<'removed' | 'none' | undefined> {
  return removeCredential(context, typed, record, async (tx, accountId) => {
    if ((await deletePasskeys(tx, accountId)) === 0) return false;
    await emailPasskeyNews(context, tx, accountId, 'removed');
    logSecurity(context.log, 'passkey_removed', { account_id: accountId });
    return true;
  });
}

/** Removes a credential. Does nothing else if `remove` returns false because there was nothing to remove. */
async function removeCredential(
  { ledgerDb }: NoticeContext,
  typed: string,
  record: Recorder,
  remove: (tx: LedgerTx, accountId: string) => Promise<boolean>,
): Promise<'removed' | 'none' | undefined> {
  const account = await findByEmail(ledgerDb, foldEmail(typed));
  if (!account) return undefined;
  return inTransaction(ledgerDb, async (tx) => {
    await lockAccountIfThere(tx, account.id);
    if (!(await remove(tx, account.id))) return 'none';
    await record(tx);
    // Someone who has only the password must not get in through a session that was waiting for a code.
    await deleteSessions(tx, account.id);
    return 'removed';
  });
}

/**
 * Ends all of an account's sessions, including those waiting for a code. Returns undefined if the account
 * does not exist.
 */
export async function signOutAll(
  { ledgerDb, log }: Pick<NoticeContext, 'ledgerDb' | 'log'>,
  typed: string,
  record: Recorder,
): Promise<'signed out' | undefined> {
  const account = await findByEmail(ledgerDb, foldEmail(typed));
  if (!account) return undefined;
  await inTransaction(ledgerDb, async (tx) => {
    await deleteSessions(tx, account.id);
    await record(tx);
  });
  logSecurity(log, 'session_revoked', { account_id: account.id });
  return 'signed out';
}
