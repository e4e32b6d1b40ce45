import type { PublishedDb } from '../../src/platform/db/database.ts';

/** Returns the published records, sorted by license number. */
export async function publishedRecords(published: PublishedDb) {
  return published
    .selectFrom('vendors')
    .innerJoin('records', 'records.position', 'vendors.position')
    .selectAll(['vendors', 'records'])
    .orderBy('digits')
    .orderBy('license_type')
    .execute();
}
