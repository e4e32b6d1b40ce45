import type { RegistryDb, RegistryTx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';

/** A published record as far as a publication needs it that changes nothing but its days; bodies are JSON text. */
export interface DatedRecord {
  readonly position: number;
  readonly vendor_id: string;
  readonly digits: string;
  readonly scorecard: string;
  readonly facts: string;
  readonly sha256: string;
  readonly reach_to: string;
  readonly changes_on: string;
  readonly counted: string;
}

/** The records behind a position, in the order in which they were made, which is about how they lie on the disk; -1 for the first ones. */
export async function listDated(
  registryDb: RegistryDb,
  behind: number,
  rowsMax: number,
): Promise<DatedRecord[]> {
  return rawQuery<DatedRecord>(
    registryDb,
    `select position, vendor_id, digits, scorecard, facts, sha256, reach_to, changes_on, counted
     from vendors join vendor_records on vendor_id = id
     where position > ? order by position limit ${rowsMax}`,
    [behind],
  );
}

/** What is written of a record whose days change. */
export interface Redated {
  readonly vendor_id: string;
  readonly scorecard: string;
  readonly facts: string;
  readonly sha256: string;
  readonly reach_to: string;
}

const ROWS_OF_STATEMENT = 128;

/** All in few statements, of a few sizes alone: a prepared one keeps its last values. */
export async function writeRedated(tx: RegistryTx, records: readonly Redated[]): Promise<void> {
  let end = 0;
  for (let start = 0; start < records.length; start = end) {
    const size = Math.min(ROWS_OF_STATEMENT, 2 ** Math.floor(Math.log2(records.length - start)));
    end = start + size;
    const values = Array.from({ length: size }, () => '(?, ?, ?, ?, ?)').join(', ');
    await rawQuery(
      tx,
      `with given (id, scorecard, facts, sha256, reach_to) as (values ${values})
       update vendor_records set scorecard = given.scorecard, facts = given.facts, sha256 = given.sha256,
         reach_to = given.reach_to
       from given where vendor_records.vendor_id = given.id`,
      records
        .slice(start, end)
        .flatMap(({ vendor_id, scorecard, facts, sha256, reach_to }) => [
          ...[vendor_id, scorecard, facts],
          ...[sha256, reach_to],
        ]),
    );
  }
}

/**
 * The digits of licenses whose records may change by age from the day of the records until `asOf`: also of those that have none yet,
 * since all that is known of them was still ahead.
 */
export async function listDueDigits(
  registryDb: RegistryDb,
  { before, asOf }: { readonly before: string; readonly asOf: string },
): Promise<string[]> {
  const rows = await registryDb
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_id')
    .select('digits')
    .where('changes_on', '<=', asOf)
    .execute();
  const visited = await registryDb
    .selectFrom('visits')
    .select('digits')
    .where('visited_on', '>', before)
    .where('visited_on', '<=', asOf)
    .execute();
  return [...rows, ...visited].map(({ digits }) => digits);
}
