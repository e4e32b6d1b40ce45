import type { PublishedDb } from '../platform/db/database.ts';
import type { SnapshotStateTable } from '../platform/db/schema/schema-snapshot.ts';

/** The published state and its origin. */
export type PublishedState = SnapshotStateTable;

/** Returns the current state; undefined before the first publication. */
export async function findPublishedState(published: PublishedDb): Promise<PublishedState | undefined> {
  return published.selectFrom('published_state').selectAll().executeTakeFirst();
}

/** Returns the published version, without its contents. */
export async function findPublishedVersion(published: PublishedDb): Promise<number | undefined> {
  const row = await published.selectFrom('published_state').select('version').executeTakeFirst();
  return row?.version;
}

/** The summary of the records on pages and in answers: a small part of the state, without its statistics. */
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
