import type { LedgerDb } from '../platform/db/database.ts';
import type { PublishedStateTable } from '../platform/db/schema/ledger-tables/publication-tables.ts';
import type { SnapshotStateTable } from '../platform/db/schema/schema-snapshot.ts';
import { openSnapshotFile } from '../platform/db/snapshots/published-snapshot.ts';
import { upsertRows } from '../platform/db/upsert.ts';

/** Names the published snapshot. */
export type Publication = PublishedStateTable;

/** Returns the published snapshot; undefined before the first publication. */
export async function findPublication(ledgerDb: LedgerDb): Promise<Publication | undefined> {
  return ledgerDb.selectFrom('published_state').selectAll().where('id', '=', 1).executeTakeFirst();
}

/** Publishes another snapshot. */
export async function writePublication(
  ledgerDb: LedgerDb,
  publication: Omit<Publication, 'id'>,
): Promise<void> {
  await upsertRows(ledgerDb, 'published_state', ['id'], [{ id: 1, ...publication }]);
}

/** Reads the state in a snapshot file; undefined if it cannot be read. */
export function readSnapshotState(file: string): SnapshotStateTable | undefined {
  try {
    const snapshot = openSnapshotFile(file);
    try {
      return asState(snapshot.prepare('select * from published_state').get());
    } finally {
      snapshot.close();
    }
  } catch {
    return undefined;
  }
}

/** The table has exactly these columns. */
function asState(row: object | undefined): SnapshotStateTable | undefined {
  return row as SnapshotStateTable | undefined;
}
