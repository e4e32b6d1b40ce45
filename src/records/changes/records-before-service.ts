import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LedgerDb } from '../../platform/db/database.ts';
import { DatabaseUnavailable } from '../../platform/db/database-unavailable.ts';
import { expandSnapshot } from '../../platform/db/snapshots/compressed-snapshot.ts';
import { fetchSnapshot } from '../../platform/db/snapshots/snapshot-parts.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import type { Publication } from '../../published-state/service.ts';

/**
 * Lets `compare` read the records of the previous publication as a snapshot file; there is none before the
 * first publication. Returns undefined if that file is lost, because then the changes are unknown.
 */
export async function withRecordsBefore<Value>(
  ledgerDb: LedgerDb,
  { state, folder }: { readonly state: Publication | undefined; readonly folder: string },
  compare: (file: string | undefined) => Value,
): Promise<Value | undefined> {
  if (!state) return compare(undefined);
  const file = path.join(folder, state.snapshot);
  const isThere =
    existsSync(file) || (await expandSnapshot(file)) || (await isFetched(ledgerDb, state, file));
  return isThere ? compare(file) : undefined;
}

/**
 * Removes the snapshot of the publication before if it is not the file that was published. A damaged file must neither pass for the same
 * records nor end a publication that replaces it.
 */
export async function removeDamagedBefore(state: Publication, folder: string): Promise<void> {
  const file = path.join(folder, state.snapshot);
  if (existsSync(file) && (await hashFile(file)).sha256 !== state.snapshot_sha256) rmSync(file);
}

async function isFetched(ledgerDb: LedgerDb, state: Publication, file: string): Promise<boolean> {
  try {
    await fetchSnapshot(ledgerDb, state, file);
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false;
    throw error;
  }
}
