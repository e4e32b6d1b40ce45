import type { VendorFacts } from '../intake/facts.ts';
import { countedOf } from '../statistics/compute.ts';
import { nextChange } from '../vendors/next-change.ts';
import { buildRecord, type RecordContext } from '../vendors/record.ts';
import { type MadeRecord, toRows } from '../vendors/record-rows.ts';

/** The records of vendors, in their order, as they are stored. A vendor of whom nothing was known by the day has none. Pure. */
export function makeRecords(facts: readonly VendorFacts[], context: RecordContext): MadeRecord[] {
  return facts.flatMap((each) => {
    try {
      return makeRecord(each, context) ?? [];
    } catch (cause) {
      throw new Error(`the record of license ${each.digits} (${each.licenseType}) could not be made`, {
        cause,
      });
    }
  });
}

function makeRecord(facts: VendorFacts, context: RecordContext): MadeRecord | undefined {
  const record = buildRecord(facts, context);
  if (!record) return undefined;
  const counted = JSON.stringify(countedOf(record, context.asOf));
  return toRows(record, { changesOn: nextChange(facts, record, context.asOf), counted });
}
