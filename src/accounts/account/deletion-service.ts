import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Logger } from '../../platform/log/log.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { lockSession } from '../sessions/sessions-store.ts';
import { codeChecks } from '../sign-in/code-check-service.ts';
import { askPassword, type SignInContext } from '../sign-in/sign-in-service.ts';
import type { FormOutcome } from './account.ts';
import { codeProblem } from './account-input.ts';
import type { AccountService } from './account-methods.ts';
import { accountDeletedMail } from './mail-texts.ts';
import { ACCOUNT_ERRORS } from './messages.ts';
import { deleteAccount, findById, lockAccountIfThere, type StoredAccount } from './store.ts';

export interface DeletionContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: Pick<LedgerEngine, 'lockName'>;
  readonly log: Logger;
  readonly now: () => Date;
  /**
   * Deletes the data that other features store about an account, in the transaction that deletes the account.
   */
  readonly beforeDelete?: ((tx: LedgerTx, accountId: string) => Promise<void>) | undefined;
}

/** Actions that require the password first: deleting the account and downloading its data. */
export function deletions(
  context: SignInContext & DeletionContext,
): Pick<AccountService, 'deleteAccount' | 'confirmPassword'> {
  const { asked } = codeChecks(context);
  return {
    async deleteAccount(session, { password, code = '' }, language = 'en') {
      const { accountId, email, sessionId } = session;
      const t = ACCOUNT_ERRORS[language];
      const answer = await askPassword(context, { id: `session ${sessionId}`, accountId }, password);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      if (!answer.isRight) return { kind: 'invalid', errors: { delete_password: t.wrongPassword } };
      return asked(accountId, code, (isRight) =>
        inTransaction(context.ledgerDb, async (tx): Promise<FormOutcome> => {
          await context.engine.lockName(tx, `account ${email}`);
          const isSignedIn = await lockSession(tx, session);
          const account = await findById(tx, accountId);
          // The same form was sent twice, so the account is already deleted, as requested.
          if (!account) return { kind: 'done', value: null };
          if (!isSignedIn) return { kind: 'invalid', errors: { delete_password: t.signedOut } };
          if (!(await isRight(tx)))
            return { kind: 'invalid', errors: { delete_code: codeProblem(code, language) } };
          await deleteLocked(tx, context, account);
          return { kind: 'done', value: null };
        }),
      );
    },
    async confirmPassword({ accountId, sessionId }, password, language = 'en') {
      const answer = await askPassword(context, { id: `session ${sessionId}`, accountId }, password);
      if ('seconds' in answer) return { kind: 'wait', ...answer };
      return answer.isRight
        ? { kind: 'done', value: null }
        : { kind: 'invalid', errors: { password: ACCOUNT_ERRORS[language].wrongPassword } };
    },
  };
}

/**
 * Deletes an account at the operator's request, even if someone is signed in to it. Returns false if it was
 * already deleted.
 */
export async function deleteByOperator(
  context: DeletionContext,
  { id, email }: Pick<StoredAccount, 'id' | 'email'>,
): Promise<boolean> {
  return inTransaction(context.ledgerDb, async (tx) => {
    await context.engine.lockName(tx, `account ${email}`);
    if (!(await lockAccountIfThere(tx, id))) return false;
    const account = await findById(tx, id);
    if (account) await deleteLocked(tx, context, account);
    return account !== undefined;
  });
}

/**
 * Deletes an account whose row is locked. The address is read under the lock, so that the email goes to the
 * account's current address.
 */
async function deleteLocked(tx: LedgerTx, context: DeletionContext, account: StoredAccount): Promise<void> {
  const { id, email, language } = account;
  await context.beforeDelete?.(tx, id);
  await deleteAccount(tx, id);
  await queueMail(tx, accountDeletedMail({ to: email, language }), context.now());
  logSecurity(context.log, 'account_deleted', { account_id: id });
}
