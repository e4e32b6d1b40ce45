import type { RegistryDb } from '../../src/platform/db/database.ts';
import { publishedRecord, STORED_DAYS } from '../../src/registry/vendors/record-days.ts';

/** The stored records as they are read, in the order of license numbers: each with the days that it has now. */
export async function publishedRecords(db: RegistryDb) {
  const rows = await db
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_records.vendor_id')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .selectAll(['vendors', 'vendor_records'])
    .select(STORED_DAYS)
    .orderBy('digits')
    .orderBy('license_type')
    .execute();
  return rows.map((row) => {
    const { made_as_of: _made, made_data_as_of: _data, made_reach_to: _reach, ...rest } = row;
    const { as_of: _asOf, data_as_of: _dataAsOf, reaches_to: _reachesTo, ...record } = rest;
    return { ...record, ...publishedRecord(row) };
  });
}
