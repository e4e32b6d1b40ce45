import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedDb } from '../../platform/db/database.ts';

/** Lists the ids of the vendors with a closure after a day, within the twelve months that records count closures in. */
export async function listClosedAfter(published: PublishedDb, after: IsoDate): Promise<string[]> {
  const rows = await published.selectFrom('vendors').select('id').where('closed_on', '>', after).execute();
  return rows.map(({ id }) => id);
}
