import { randomUUID } from 'node:crypto';
import type { ListWindow } from '../../lib/list-window.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb } from '../../platform/db/database.ts';

export interface Operator {
  readonly account_id: string;
  readonly email: string;
  readonly granted_at: string;
}

/**
 * A logged action. `email` is null if the account was deleted or if the action came from the command line.
 */
export interface LogEntry {
  readonly id: string;
  readonly at: string;
  readonly account_id: string;
  readonly email: string | null;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
}

export async function hasOperator(ledgerDb: LedgerDb, accountId: string): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('operators')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the account is already an operator. */
export async function insertOperator(ledgerDb: LedgerDb, accountId: string, at: string): Promise<boolean> {
  const inserted = await ledgerDb
    .insertInto('operators')
    .values({ account_id: accountId, granted_at: at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns false if the account was not an operator. */
export async function deleteOperator(ledgerDb: LedgerDb, accountId: string): Promise<boolean> {
  const deleted = await ledgerDb
    .deleteFrom('operators')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function listOperators(ledgerDb: LedgerDb): Promise<Operator[]> {
  return ledgerDb
    .selectFrom('operators')
    .innerJoin('accounts', 'accounts.id', 'operators.account_id')
    .select(['operators.account_id', 'accounts.email', 'operators.granted_at'])
    .orderBy('accounts.email')
    .execute();
}

export async function insertLogEntry(
  ledgerDb: LedgerDb,
  entry: Omit<LogEntry, 'id' | 'at' | 'email'>,
  at: string,
): Promise<void> {
  const { account_id, action, subject, detail } = entry;
  await ledgerDb
    .insertInto('operator_log')
    .values({ id: randomUUID(), at, account_id, action, subject, detail })
    .execute();
}

/** Lists actions, newest first. */
export async function listLogEntries(
  ledgerDb: LedgerDb,
  { offset, rowsMax }: ListWindow,
): Promise<LogEntry[]> {
  return ledgerDb
    .selectFrom('operator_log')
    .leftJoin('accounts', 'accounts.id', 'operator_log.account_id')
    .select(['operator_log.id', 'operator_log.at', 'operator_log.account_id', 'accounts.email'])
    .select(['operator_log.action', 'operator_log.subject', 'operator_log.detail'])
    .orderBy('operator_log.at', 'desc')
    .orderBy('operator_log.id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
}

export async function countLogEntries(ledgerDb: LedgerDb): Promise<number> {
  return countRows(ledgerDb.selectFrom('operator_log'));
}
