import type { LedgerDb, LedgerTx } from './database.ts';
import { inTransaction } from './transaction.ts';

/**
 * The reason why a change is not possible now, as a sentence for the user. Throwing it inside a transaction
 * rolls the transaction back.
 */
export class Refusal extends Error {}

/**
 * Runs a transaction. Returns undefined if it commits, or the message of the {@link Refusal} that rolled it
 * back.
 */
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
