import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedDb } from '../../platform/db/database.ts';

/**
 * Lists the IDs of vendors with a closure after a day. That day must be within the twelve months for which
 * records list closures.
 */
export async function listClosedAfter(published: PublishedDb, after: IsoDate): Promise<string[]> {
  const rows = await published.selectFrom('vendors').select('id').where('closed_on', '>', after).execute();
  return rows.map(({ id }) => id);
}
