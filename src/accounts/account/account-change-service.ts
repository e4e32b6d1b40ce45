import type { FieldErrors } from '../../lib/field-errors.ts';
import type { LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { SignInContext } from '../sign-in/sign-in-service.ts';
import type { FormOutcome, NoWait } from './account.ts';

/** The dependencies that all account changes share. */
export interface ChangeContext extends SignInContext {
  readonly engine: Pick<LedgerEngine, 'lockName'>;
}

export const DONE = { kind: 'done', value: null } as const;
export const DEAD_LINK = { kind: 'dead_link' } as const;

/**
 * Runs one transaction. Transactions about the same address run one after the other, with or without an
 * account, so each sign-up sees the previous one's result.
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
 * Identifies the session for counting wrong passwords, so that a thief is slowed down and no one else is
 * locked out.
 */
export function ofSession(sessionId: string, accountId: string): { id: string; accountId: string } {
  return { id: `session ${sessionId}`, accountId };
}
