import type { NumberRange } from '../intake/facts.ts';
import { type FactsOfRange, readFactsOf, readVendorFacts } from '../intake/facts-service.ts';
import { parseCounted, StatisticsCount } from '../statistics/compute.ts';
import { listOthers, redateRecords } from '../vendors/daily-records-service.ts';
import { districtOf, type RecordContext, reachOf } from '../vendors/record.ts';
import type { MadeRecord } from '../vendors/record-rows.ts';
import { publishRecords, type RecordsOfNumbers, type RecordsOfRange } from '../vendors/records-service.ts';
import { makeRecords } from './make-records.ts';
import type { RecordMaker } from './record-maker-service.ts';

type Publishing = Parameters<typeof publishRecords>[0];

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
  const count = new StatisticsCount(context.asOf);
  maker.begin(context);
  async function* ranges(): AsyncGenerator<RecordsOfRange> {
    for await (const part of makeAhead(maker, readVendorFacts(publishing.tx))) {
      addCounted(count, part.records);
      yield part;
    }
  }
  return { count, change: await publishRecords(publishing, ranges()) };
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

function addCounted(count: StatisticsCount, records: readonly MadeRecord[]): void {
  for (const { body } of records) count.add(parseCounted(body.counted));
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
    for await (const { licenseType, numbers, facts } of readFactsOf(tx, others)) {
      const records = makeRecords(facts, after);
      addCounted(count, records);
      yield { licenseType, numbers, records };
    }
  }
  const change = await publishRecords(publishing, ranges());
  return { count, change: { ...change, written: change.written + redated } };
}
