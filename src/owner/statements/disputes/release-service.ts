import type { LedgerTx } from '../../../platform/db/database.ts';
import { withdrawReleasedReplies } from '../replies/service.ts';
import { withdrawReleasedDisputes } from './store.ts';

/** Withdraws the replies and open disputes of former owners. Belongs in every transaction that releases a claim. */
export async function withdrawStatementsOfFormerOwners(tx: LedgerTx, now: Date): Promise<void> {
  await withdrawReleasedReplies(tx, now);
  await withdrawReleasedDisputes(tx, now);
}
