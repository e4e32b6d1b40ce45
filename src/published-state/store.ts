import type { LedgerDb, PublishedDb } from '../platform/db/database.ts';
import type { PublishedStateTable } from '../platform/db/schema/ledger-tables/publication-tables.ts';
import type { SnapshotStateTable } from '../platform/db/schema/schema-snapshot.ts';
import { openSnapshotFile } from '../platform/db/snapshots/published-snapshot.ts';
import { upsertRows } from '../platform/db/upsert.ts';

/** The state of the published records. */
export type PublishedState = SnapshotStateTable;

/** Returns the current state; undefined before the first publication. */
export async function findPublishedState(published: PublishedDb): Promise<PublishedState | undefined> {
  return published.selectFrom('published_state').selectAll().executeTakeFirst();
}

/** Returns only the version of the published records; undefined before the first publication. */
export async function findPublishedVersion(published: PublishedDb): Promise<number | undefined> {
  const row = await published.selectFrom('published_state').select('version').executeTakeFirst();
  return row?.version;
}

/** The summary of the records for pages and responses: a small part of the state, without its statistics. */
export type PublishedSummary = Pick<
  PublishedState,
  'version' | 'fictional' | 'as_of' | 'as_of_chosen' | 'covers' | 'published_at'
>;

export async function findPublishedSummary(published: PublishedDb): Promise<PublishedSummary | undefined> {
  return published
    .selectFrom('published_state')
    .select(['version', 'fictional', 'as_of', 'as_of_chosen', 'covers', 'published_at'])
    .executeTakeFirst();
}

/** Identifies the published snapshot. */
export type Publication = PublishedStateTable;

/** Returns the published snapshot; undefined before the first publication. */
export async function findPublication(ledgerDb: LedgerDb): Promise<Publication | undefined> {
  return ledgerDb.selectFrom('published_state').selectAll().where('id', '=', 1).executeTakeFirst();
}

/** Makes the given snapshot the published one. */
export async function writePublication(
  ledgerDb: LedgerDb,
  publication: Omit<Publication, 'id'>,
): Promise<void> {
  await upsertRows(ledgerDb, 'published_state', ['id'], [{ id: 1, ...publication }]);
}

/** Reads the state from a snapshot file; undefined if it cannot be read. */
export function readSnapshotState(file: string): PublishedState | undefined {
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

/** The cast is safe because the table has exactly these columns. */
function asState(row: object | undefined): PublishedState | undefined {
  return row as PublishedState | undefined;
}
