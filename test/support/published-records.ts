import type { RegistryDb } from '../../src/platform/db/database.ts';
import { asPublished, STORED_DAYS } from '../../src/registry/vendors/record-days.ts';

/** The stored records as they are read, in the order of ids: each with the days that it has now. */
export async function publishedRecords(db: RegistryDb) {
  const rows = await db
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_records.vendor_id')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .selectAll(['vendors', 'vendor_records'])
    .select(STORED_DAYS)
    .orderBy('vendor_id')
    .execute();
  return rows.map((row) => {
    const { made_as_of: _made, made_data_as_of: _data, made_reach_to: _reach, ...rest } = row;
    const { as_of: _asOf, data_as_of: _dataAsOf, reaches_to: _reachesTo, ...record } = rest;
    return { ...record, ...asPublished(row) };
  });
}
