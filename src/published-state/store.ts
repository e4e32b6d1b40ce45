import type { PublishedDb } from '../platform/db/database.ts';
import type { SnapshotStateTable } from '../platform/db/schema/schema-snapshot.ts';

/** What is published now, and by what it was made. */
export type PublishedState = SnapshotStateTable;

/** The state shown now; undefined before the first publication. */
export async function findPublishedState(published: PublishedDb): Promise<PublishedState | undefined> {
  return published.selectFrom('published_state').selectAll().executeTakeFirst();
}

/** Which publication is shown now, without its contents. */
export async function findPublishedVersion(published: PublishedDb): Promise<number | undefined> {
  const row = await published.selectFrom('published_state').select('version').executeTakeFirst();
  return row?.version;
}

/** What pages and answers say about the records as a whole: a small part of the state, without its statistics. */
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
