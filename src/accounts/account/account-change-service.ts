import type { FieldErrors } from '../../lib/field-errors.ts';
import type { LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { SignInContext } from '../sign-in/sign-in-service.ts';
import type { FormOutcome, NoWait } from './account.ts';

/** The context that changes of accounts share. */
export interface ChangeContext extends SignInContext {
  readonly engine: Pick<LedgerEngine, 'lockName'>;
}

export const DONE = { kind: 'done', value: null } as const;
export const DEAD_LINK = { kind: 'dead_link' } as const;

/**
 * Runs one transaction. Transactions about one address run one after the other, with or without an account,
 * so each sign-up sees the result of the previous one.
 */
export async function change<Value>(
  context: ChangeContext,
  address: string,
  work: (tx: LedgerTx) => Promise<Value>,
): Promise<Value> {
  return inTransaction(context.ledgerDb, async (tx) => {
    await context.engine.lockName(tx, `account ${address}`);
    return work(tx);
  });
}

export function invalid(errors: FieldErrors): NoWait<FormOutcome<never>> {
  return { kind: 'invalid', errors };
}

/**
 * Identifies the session in which wrong passwords are counted, so a thief is slowed down and no one else is
 * locked out.
 */
export function ofSession(sessionId: string, accountId: string): { id: string; accountId: string } {
  return { id: `session ${sessionId}`, accountId };
}
