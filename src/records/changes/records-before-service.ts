import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LedgerDb } from '../../platform/db/database.ts';
import { DatabaseUnavailable } from '../../platform/db/database-unavailable.ts';
import { expandSnapshot } from '../../platform/db/snapshots/compressed-snapshot.ts';
import { fetchSnapshot } from '../../platform/db/snapshots/snapshot-parts.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import type { Publication } from '../../published-state/service.ts';

/**
 * Passes the previous publication's snapshot file to `compare`, or undefined before the first publication.
 * Returns undefined if the file is lost, because the changes are then unknown.
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
 * Removes the previous publication's snapshot if it differs from the file that was published. A damaged file
 * must neither count as the same records nor make the next publication fail.
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
