import type { SignedIn } from '../../accounts/account/account.ts';
import { foldEmail } from '../../accounts/account/account-input.ts';
import { DEMO_ORGANIZERS } from '../../accounts/account/demo-organizers.ts';
import { findAccountId } from '../../accounts/account/service.ts';
import {
  findWithPasskey,
  findWithSecondFactor,
  isStrongSession,
} from '../../accounts/second-factor/second-factor-service.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logSecurity, type SecurityLogger } from '../../platform/log/security-log.ts';
import { COMMAND_LINE, type OperatorAction } from './operator-action.ts';
import * as store from './store.ts';

export type { LogEntry } from './store.ts';

/**
 * A session's access to operator pages. `setup_due` means that the account needs an authenticator or a
 * passkey first. `passkey_due` means that this session must first sign in with a passkey. Both deny access
 * until then.
 */
export type OperatorAccess = 'none' | 'setup_due' | 'passkey_due' | 'full';

/** An operator, with a flag for the authenticator or passkey that operator pages require. */
export interface ListedOperator extends store.Operator {
  readonly has_authenticator_or_passkey: boolean;
}

/**
 * Manages operators, the accounts that run this service. Only the command line grants and revokes the role.
 */
export interface OperatorService {
  operatorAccess(session: Pick<SignedIn, 'accountId' | 'sessionId'>): Promise<OperatorAccess>;
  /**
   * Returns true if the account has the role and either an authenticator or a passkey. Only `operatorAccess`
   * also checks the session.
   */
  isOperator(accountId: string): Promise<boolean>;
  /**
   * Returns true if the account has the role, even if it may not act as an operator yet. Use it only for
   * links.
   */
  hasRole(accountId: string): Promise<boolean>;
  /**
   * Grants the role. Returns undefined if no account has this email address, and `demo` if the account is a
   * demo account, whose password is public.
   */
  grant(email: string): Promise<'granted' | 'unchanged' | 'demo' | undefined>;
  revoke(email: string): Promise<'revoked' | 'unchanged' | undefined>;
  /** Lists operators, sorted by email address. */
  list(): Promise<ListedOperator[]>;
  /** Lists actions, newest first. */
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
  /** Receives an entry for each role change. */
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
  /**
   * Returns a session's access. If the account has an authenticator, its session already passed a second
   * step, because it is not found before that. If the account has only a passkey, the session may have signed
   * in with just a password.
   */
  const operatorAccess: OperatorService['operatorAccess'] = async ({ accountId, sessionId }) => {
    if (!(await store.hasOperator(ledgerDb, accountId))) return 'none';
    if ((await findWithSecondFactor(ledgerDb, [accountId])).has(accountId)) return 'full';
    if (!(await findWithPasskey(ledgerDb, [accountId])).has(accountId)) return 'setup_due';
    return (await isStrongSession(ledgerDb, sessionId)) ? 'full' : 'passkey_due';
  };
  const findWithEither = async (ids: readonly string[]) =>
    new Set([...(await findWithSecondFactor(ledgerDb, ids)), ...(await findWithPasskey(ledgerDb, ids))]);
  return {
    operatorAccess,
    isOperator: async (accountId) =>
      (await store.hasOperator(ledgerDb, accountId)) && (await findWithEither([accountId])).has(accountId),
    hasRole: (accountId) => store.hasOperator(ledgerDb, accountId),
    async grant(email) {
      if (DEMO_ORGANIZERS.some((demo) => demo.email === foldEmail(email))) return 'demo';
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
    async list() {
      const rows = await store.listOperators(ledgerDb);
      const ids = rows.map(({ account_id }) => account_id);
      const withFactor = await findWithEither(ids);
      return rows.map((row) => ({ ...row, has_authenticator_or_passkey: withFactor.has(row.account_id) }));
    },
    listLog: (window) => store.listLogEntries(ledgerDb, window),
    countLog: () => store.countLogEntries(ledgerDb),
  };
}

/** Throws the error for an unknown address unless the account is an operator. */
export async function requireOperator(
  isOperator: (accountId: string) => Promise<boolean>,
  accountId: string,
): Promise<void> {
  if (!(await isOperator(accountId))) throw new AppError('not_found', 'There is nothing here.');
}

/** Logs an operator's action in the same transaction as the action. */
export async function logAction(
  tx: LedgerDb,
  { accountId, action, subject, detail }: OperatorAction,
  now: Date,
): Promise<void> {
  await store.insertLogEntry(tx, { account_id: accountId, action, subject, detail }, now.toISOString());
}
