import type { NumberRange } from '../intake/facts.ts';
import { type FactsOfRange, readFactsOf, readVendorFacts } from '../intake/facts-service.ts';
import { parseCounted, StatisticsCount } from '../statistics/compute.ts';
import { findStatisticsCounts, writeStatisticsCounts } from '../statistics/service.ts';
import { dateRecords, listOthers } from '../vendors/daily-records-service.ts';
import type { RecordContext } from '../vendors/record.ts';
import type { MadeRecord } from '../vendors/record-rows.ts';
import { publishRecords, type RecordsOfNumbers, type RecordsOfRange } from '../vendors/records-service.ts';
import { makeRecords } from './make-records.ts';
import type { RecordMaker } from './record-maker-service.ts';

type Publishing = Omit<Parameters<typeof publishRecords>[0], 'onRecord'> & {
  /** Called for each vendor with its verdict before and after; undefined where it is not on record. */
  readonly onVerdict: (before: string | undefined, after: string | undefined) => void;
};

/** The statistics of all records, and how many were written and taken away. */
interface PublishedRecords {
  readonly count: StatisticsCount;
  readonly change: Awaited<ReturnType<typeof publishRecords>>;
}

/** Makes every record anew. */
export async function publishAll(
  publishing: Publishing,
  context: RecordContext,
  maker: RecordMaker,
): Promise<PublishedRecords> {
  maker.begin(context);
  const parts = makeAhead(maker, readVendorFacts(publishing.tx));
  return publishCounted(publishing, context, StatisticsCount.none(), parts, { isCountedBefore: false });
}

/** Publishes records, and writes what every record is read with. `isCountedBefore`: the records that are replaced are in the count. */
async function publishCounted(
  publishing: Publishing,
  context: RecordContext,
  count: StatisticsCount,
  parts: Parameters<typeof publishRecords>[1],
  { isCountedBefore }: { readonly isCountedBefore: boolean },
): Promise<PublishedRecords> {
  const { tx } = publishing;
  const change = await publishRecords(
    {
      ...publishing,
      onRecord(before, after) {
        publishing.onVerdict(before?.verdict, after?.verdict);
        if (before && isCountedBefore) count.remove(parseCounted(before.counted));
        if (after) count.add(parseCounted(after.counted));
      },
    },
    parts,
  );
  await dateRecords(tx, context);
  await writeStatisticsCounts(tx, count.text);
  return { count, change };
}

/** Ranges that are read before the first of them is written: all records at once would fill the memory. */
const RANGES_AHEAD = 3;

/** The records of each range, in order. While those of one are written, those of the next are made. */
async function* makeAhead(
  maker: RecordMaker,
  parts: AsyncIterable<FactsOfRange>,
): AsyncGenerator<RecordsOfRange> {
  const ahead: { readonly range: NumberRange; readonly made: Promise<readonly MadeRecord[]> }[] = [];
  for await (const { range, facts } of parts) {
    await maker.listen();
    const made = maker.make(facts);
    // Its failure is told when its turn comes; before that, it must not end the process.
    made.catch(() => {});
    ahead.push({ range, made });
    const next = ahead.length < RANGES_AHEAD ? undefined : ahead.shift();
    if (next) yield { range: next.range, records: await next.made };
  }
  for (const { range, made } of ahead) yield { range, records: await made };
}

/**
 * Makes the records of `touched` licenses anew, and those that change by age; the others get their new days by the way that they are read.
 * Undefined where the counts of the publication before are not there, or damaged: then every record must be made anew.
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
  const counts = await findStatisticsCounts(tx);
  const count = counts === undefined ? undefined : StatisticsCount.from(counts);
  if (!count) return undefined;
  const others = await listOthers(tx, { before: before.asOf, asOf: after.asOf }, touched);
  async function* ranges(): AsyncGenerator<RecordsOfNumbers> {
    for await (const { licenseType, numbers, facts } of readFactsOf(tx, others))
      yield { licenseType, numbers, records: makeRecords(facts, after) };
  }
  return publishCounted(publishing, after, count, ranges(), { isCountedBefore: true });
}
