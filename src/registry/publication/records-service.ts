import type { VendorFacts } from '../intake/facts.ts';
import { readFactsOf, readVendorFacts } from '../intake/facts-service.ts';
import { countedOf, parseCounted, StatisticsCount } from '../statistics/compute.ts';
import { listOthers, redateRecords } from '../vendors/daily-records-service.ts';
import { nextChange } from '../vendors/next-change.ts';
import { buildRecord, districtOf, type RecordContext, reachOf } from '../vendors/record.ts';
import {
  type MadeRecord,
  publishRecords,
  type RecordsOfNumbers,
  type RecordsOfRange,
} from '../vendors/records-service.ts';

type Publishing = Parameters<typeof publishRecords>[0];

/** The statistics of all records, and how many were written and taken away. */
interface PublishedRecords {
  readonly count: StatisticsCount;
  readonly change: Awaited<ReturnType<typeof publishRecords>>;
}

/** Makes every record anew. */
export async function publishAll(publishing: Publishing, context: RecordContext): Promise<PublishedRecords> {
  const count = new StatisticsCount(context.asOf);
  async function* ranges(): AsyncGenerator<RecordsOfRange> {
    // A range at a time: all records at once would fill the memory.
    for await (const { range, facts } of readVendorFacts(publishing.tx))
      yield { range, records: makeRecords(facts, context, count) };
  }
  return { count, change: await publishRecords(publishing, ranges()) };
}

/**
 * Makes the records of `touched` licenses anew, and those that change by age; the others get their new days. Undefined where the
 * others are not stored as they should be: then every record must be made anew, and what was done until then does no harm.
 */
export async function publishKept(
  publishing: Publishing,
  {
    before,
    after,
    touched,
  }: {
    readonly before: RecordContext;
    readonly after: RecordContext;
    readonly touched: ReadonlySet<string>;
  },
): Promise<PublishedRecords | undefined> {
  const { tx } = publishing;
  const count = new StatisticsCount(after.asOf);
  const others = await listOthers(tx, { before: before.asOf, asOf: after.asOf }, touched);
  const redated = await redateRecords({
    tx,
    before,
    after,
    others: new Set(others),
    onKept({ counted, digits }) {
      const known = parseCounted(counted);
      count.add(known);
      return reachOf(districtOf(digits, known.district), after);
    },
  });
  if (redated === undefined) return undefined;
  async function* ranges(): AsyncGenerator<RecordsOfNumbers> {
    for await (const { licenseType, numbers, facts } of readFactsOf(tx, others))
      yield { licenseType, numbers, records: makeRecords(facts, after, count) };
  }
  const change = await publishRecords(publishing, ranges());
  return { count, change: { ...change, written: change.written + redated } };
}

function makeRecords(
  facts: readonly VendorFacts[],
  context: RecordContext,
  count: StatisticsCount,
): MadeRecord[] {
  return facts.flatMap((each) => {
    const record = buildRecord(each, context);
    if (!record) return [];
    const counted = countedOf(record, context.asOf);
    count.add(counted);
    const changesOn = nextChange(each, record, context.asOf);
    return { record, changesOn, counted: JSON.stringify(counted) };
  });
}
