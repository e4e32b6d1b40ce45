import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

/** What was asked for is not possible now; thrown inside a transaction, so that nothing of it stays. */
export class Refusal extends Error {}

/** Runs a transaction; the sentence of a {@link Refusal} that ended it, undefined when it was done. */
export async function refusalOf(
  ledgerDb: LedgerDb,
  work: (tx: LedgerTx) => Promise<void>,
): Promise<string | undefined> {
  try {
    await inTransaction(ledgerDb, work);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

export const CHANGED_MEANWHILE =
  'This application was changed just now. Look at it again, then repeat what you wanted to do.';
