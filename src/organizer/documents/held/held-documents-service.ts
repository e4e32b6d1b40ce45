import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { LedgerDb, LedgerEngine } from '../../../platform/db/database.ts';
import { type HeldDocument, type LicenseOwner, newestDocuments } from './held-documents.ts';
import { listHeldRows } from './held-documents-store.ts';

/**
 * Lists the newest document of each kind that these owners sent under each license, if it has an expiry date
 * that is not past. Runs one statement for any number of owners.
 */
export async function listHeldDocuments(
  { ledgerDb, engine, now }: { ledgerDb: LedgerDb; engine: LedgerEngine; now: () => Date },
  owners: readonly LicenseOwner[],
): Promise<HeldDocument[]> {
  if (owners.length === 0) return [];
  const accountIds = [...new Set(owners.map(({ account_id }) => account_id))];
  const at = now();
  const rows = await listHeldRows(ledgerDb, engine, accountIds, jurisdictionDay(at));
  return newestDocuments(owners, rows, at);
}
