import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RegistryDb } from '../../platform/db/database.ts';
import { DatabaseUnavailable } from '../../platform/db/database-unavailable.ts';
import { expandSnapshot } from '../../platform/db/snapshots/compressed-snapshot.ts';
import { fetchSnapshot } from '../../platform/db/snapshots/snapshot-parts.ts';
import type { Publication } from '../../published-state/service.ts';
import { withEarlierRecords } from './difference-store.ts';

export { deleteEarlierRecords } from './difference-store.ts';

/**
 * Lets `compare` read the records of the publication before, as a snapshot file. Undefined if that file is lost: then nobody knows what
 * changed.
 */
export async function withRecordsBefore<Value>(
  registryDb: RegistryDb,
  { state, folder }: { readonly state: Publication | undefined; readonly folder: string },
  compare: (file: string) => Value,
): Promise<Value | undefined> {
  if (!state?.snapshot) return withEarlierRecords(registryDb, folder, compare);
  const file = path.join(folder, state.snapshot);
  const isThere =
    existsSync(file) || (await expandSnapshot(file)) || (await isFetched(registryDb, state, file));
  return isThere ? compare(file) : undefined;
}

async function isFetched(registryDb: RegistryDb, state: Publication, file: string): Promise<boolean> {
  try {
    await fetchSnapshot(registryDb, state, file);
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return false;
    throw error;
  }
}
