import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedDb } from '../../platform/db/database.ts';

/** Lists the ids of the vendors with a visit of this disposition after a day. Reads every visit, so its answer is worth keeping. */
export async function listVendorsWith(
  published: PublishedDb,
  disposition: string,
  after: IsoDate,
): Promise<string[]> {
  const rows = await published
    .selectFrom('visits')
    .innerJoin('vendors', (join) =>
      join
        .onRef('vendors.license_type', '=', 'visits.license_type')
        .onRef('vendors.digits', '=', 'visits.digits'),
    )
    .select('vendors.id')
    .distinct()
    .where('visits.disposition', '=', disposition)
    .where('visits.visited_on', '>', after)
    .execute();
  return rows.map(({ id }) => id);
}
