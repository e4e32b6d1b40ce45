import type { IsoDate } from '../../lib/dates.ts';
import type { RegistryTx } from '../../platform/db/database.ts';
import { type DatedRecord, listDated, listDueDigits, type Redated, writeRedated } from './dated-store.ts';
import { type RecordDays, redate } from './redate.ts';
import { hashRecord } from './whole-record.ts';

/** The days of all records, but for the one that differs by district. */
export type CommonDays = Omit<RecordDays, 'reachTo'>;

interface Redating {
  readonly tx: RegistryTx;
  readonly before: CommonDays;
  readonly after: CommonDays;
  /** Licenses whose records are made anew. */
  readonly others: ReadonlySet<string>;
  /** Called for each record that is kept, with what is stored of it; returns the day that it reaches now. */
  readonly onKept: (record: DatedRecord) => IsoDate;
}

const RECORDS_OF_PAGE = 512;

/** The digits of licenses whose records may change by age until the day, and of those in `touched`, sorted. */
export async function listOthers(
  tx: RegistryTx,
  days: { readonly before: IsoDate; readonly asOf: IsoDate },
  touched: ReadonlySet<string>,
): Promise<string[]> {
  return [...new Set([...touched, ...(await listDueDigits(tx, days))])].sort();
}

/**
 * Gives published records their new days and tells how many it wrote. Undefined where the texts of one are not as they should
 * be: then every record must be made anew. Part of the run's one transaction.
 */
export async function redateRecords(redating: Redating): Promise<number | undefined> {
  const { tx, others } = redating;
  let written = 0;
  let behind = -1;
  for (;;) {
    const page = await listDated(tx, behind, RECORDS_OF_PAGE);
    const redated: Redated[] = [];
    for (const record of page) {
      if (others.has(record.digits)) continue;
      const fresh = newTexts(record, redating);
      if (!fresh) return undefined;
      if (fresh.scorecard !== record.scorecard) redated.push(fresh);
    }
    await writeRedated(tx, redated);
    written += redated.length;
    const last = page.at(-1);
    if (!last || page.length < RECORDS_OF_PAGE) return written;
    behind = last.position;
  }
}

function newTexts(record: DatedRecord, { before, after, onKept }: Redating): Redated | undefined {
  // A new hash over damaged texts would pass them for whole.
  if (hashRecord(record) !== record.sha256) return undefined;
  const reachTo = onKept(record);
  const was = { ...before, reachTo: record.reach_to };
  const texts = redate(record, was, { ...after, reachTo });
  return texts && { vendor_id: record.vendor_id, ...texts, sha256: hashRecord(texts), reach_to: reachTo };
}
