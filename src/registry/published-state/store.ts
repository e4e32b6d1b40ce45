import type { RegistryDb } from '../../platform/db/database.ts';
import type { PublishedStateTable } from '../../platform/db/schema-registry.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

/** The state shown now; undefined before the first publication. */
export async function findPublishedState(registryDb: RegistryDb): Promise<PublishedStateTable | undefined> {
  return registryDb.selectFrom('published_state').selectAll().where('id', '=', 1).executeTakeFirst();
}

/** Which publication is shown now, without its contents. */
export async function findPublishedVersion(registryDb: RegistryDb): Promise<number | undefined> {
  const row = await registryDb
    .selectFrom('published_state')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirst();
  return row?.version;
}

/** Replaces the state of the publication before. */
export async function writePublishedState(
  registryDb: RegistryDb,
  state: Omit<PublishedStateTable, 'id'>,
): Promise<void> {
  await upsertRows(registryDb, 'published_state', ['id'], [{ id: 1, ...state }]);
}

/** What pages and answers say about the records as a whole: a small part of the state, without its statistics. */
export type PublishedSummary = Pick<
  PublishedStateTable,
  'version' | 'fictional' | 'as_of' | 'as_of_chosen' | 'covers' | 'published_at'
>;

export async function findPublishedSummary(registryDb: RegistryDb): Promise<PublishedSummary | undefined> {
  return registryDb
    .selectFrom('published_state')
    .select(['version', 'fictional', 'as_of', 'as_of_chosen', 'covers', 'published_at'])
    .where('id', '=', 1)
    .executeTakeFirst();
}
