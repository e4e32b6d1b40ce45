import type { IsoDate } from '../../lib/dates.ts';
import type { RegistryTx } from '../../platform/db/database.ts';
import { type RecordContext, reachOfDistricts } from './record.ts';
import { listChangingBy, listVisitedBetween, writeRecordDays } from './record-days-store.ts';

/** The digits of licenses whose records may change by age until the day, and of those in `touched`, sorted. */
export async function listOthers(
  tx: RegistryTx,
  days: { readonly before: IsoDate; readonly asOf: IsoDate },
  touched: ReadonlySet<string>,
): Promise<string[]> {
  const changing = await listChangingBy(tx, days.asOf);
  return [...new Set([...touched, ...changing, ...(await listVisitedBetween(tx, days))])].sort();
}

/** Gives every record the days of the publication, whether it was made by it or before. Part of its one transaction. */
export async function dateRecords(tx: RegistryTx, context: RecordContext): Promise<void> {
  const { asOf: as_of, dataAsOf: data_as_of } = context;
  await writeRecordDays(
    tx,
    reachOfDistricts(context).map(([district, reaches_to]) => ({ district, as_of, data_as_of, reaches_to })),
  );
}
