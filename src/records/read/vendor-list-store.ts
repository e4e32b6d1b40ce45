import type { PublishedDb } from '../../platform/db/database.ts';

/** Returns the highest position of a published vendor; 0 if there is none. */
export async function lastPosition(published: PublishedDb): Promise<number> {
  const row = await published
    .selectFrom('vendors')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Lists the ids of the vendors with a position after `after`, up to and including `upTo`. */
export async function listIdsBetween(published: PublishedDb, after: number, upTo: number): Promise<string[]> {
  const rows = await published
    .selectFrom('vendors')
    .select('id')
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}
