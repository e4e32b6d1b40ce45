import { AppError } from '../../http/errors.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logSecurity, type SecurityLogger } from '../../platform/security-log.ts';
import { foldEmail } from '../accounts/account-input.ts';
import { findAccountId } from '../accounts/service.ts';
import { COMMAND_LINE, type OperatorAction } from './operator-action.ts';
import * as store from './store.ts';

export type { LogEntry } from './store.ts';

/** The accounts that run this service. Only the command line grants and revokes the role. */
export interface OperatorService {
  isOperator(accountId: string): Promise<boolean>;
  /** The result: undefined when no account has this e-mail address. */
  grant(email: string): Promise<'granted' | 'unchanged' | undefined>;
  revoke(email: string): Promise<'revoked' | 'unchanged' | undefined>;
  /** By e-mail address. */
  list(): Promise<store.Operator[]>;
  /** Newest first. */
  listLog(window: ListWindow): Promise<store.LogEntry[]>;
  countLog(): Promise<number>;
}

export function createOperatorService({
  ledgerDb,
  now,
  log,
}: {
  readonly ledgerDb: LedgerDb;
  readonly now: () => Date;
  /** The process log for changes of a role. */
  readonly log?: SecurityLogger;
}): OperatorService {
  const onAccount = (
    email: string,
    change: (tx: LedgerTx, accountId: string, address: string) => Promise<string | false>,
  ) =>
    inTransaction(ledgerDb, async (tx) => {
      const address = foldEmail(email);
      const accountId = await findAccountId(tx, address);
      return accountId === undefined ? undefined : change(tx, accountId, address);
    });
  const note = (tx: LedgerTx, action: string, subject: string) =>
    logAction(tx, { accountId: COMMAND_LINE, action, subject, detail: '' }, now());
  return {
    isOperator: (accountId) => store.hasOperator(ledgerDb, accountId),
    async grant(email) {
      const isNew = await onAccount(email, async (tx, accountId, address) => {
        const inserted = await store.insertOperator(tx, accountId, now().toISOString());
        if (inserted) await note(tx, 'operator.grant', address);
        return inserted && accountId;
      });
      if (log && isNew) logSecurity(log, 'role_granted', { account_id: isNew });
      return isNew === undefined ? undefined : isNew ? 'granted' : 'unchanged';
    },
    async revoke(email) {
      const wasOne = await onAccount(email, async (tx, accountId, address) => {
        const deleted = await store.deleteOperator(tx, accountId);
        if (deleted) await note(tx, 'operator.revoke', address);
        return deleted && accountId;
      });
      if (log && wasOne) logSecurity(log, 'role_revoked', { account_id: wasOne });
      return wasOne === undefined ? undefined : wasOne ? 'revoked' : 'unchanged';
    },
    list: () => store.listOperators(ledgerDb),
    listLog: (window) => store.listLogEntries(ledgerDb, window),
    countLog: () => store.countLogEntries(ledgerDb),
  };
}

/** Throws the error of an unknown address for anyone who is not an operator. */
export async function requireOperator(
  isOperator: (accountId: string) => Promise<boolean>,
  accountId: string,
): Promise<void> {
  if (!(await isOperator(accountId))) throw new AppError('not_found', 'There is nothing here.');
}

/** Logs an operator's action in the transaction that does it. */
export async function logAction(
  tx: LedgerDb,
  { accountId, action, subject, detail }: OperatorAction,
  now: Date,
): Promise<void> {
  await store.insertLogEntry(tx, { account_id: accountId, action, subject, detail }, now.toISOString());
}
