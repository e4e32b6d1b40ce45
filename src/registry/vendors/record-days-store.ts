import type { RegistryDb, RegistryTx } from '../../platform/db/database.ts';
import type { RecordDaysTable } from '../../platform/db/schema-registry.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

/** The days that the records of every district have from now on. */
export async function writeRecordDays(tx: RegistryTx, days: readonly RecordDaysTable[]): Promise<void> {
  await upsertRows(tx, 'record_days', ['district'], days);
}

/** The digits of licenses whose records may change by age until the day. */
export async function listChangingBy(registryDb: RegistryDb, asOf: string): Promise<string[]> {
  const rows = await registryDb
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select('digits')
    .where('changes_on', '<=', asOf)
    .execute();
  return rows.map(({ digits }) => digits);
}

/**
 * The digits of licenses with a visit whose day came after `before`, by `asOf`: also of those that have no record yet, since all that is
 * known of them was still ahead.
 */
export async function listVisitedBetween(
  registryDb: RegistryDb,
  { before, asOf }: { readonly before: string; readonly asOf: string },
): Promise<string[]> {
  const rows = await registryDb
    .selectFrom('visits')
    .select('digits')
    .where('visited_on', '>', before)
    .where('visited_on', '<=', asOf)
    .execute();
  return rows.map(({ digits }) => digits);
}
