import { addMonths, type IsoDate } from '../../lib/dates.ts';
import type { FilesCover } from '../intake/covers.ts';
import { type Case, knownCounts } from '../scoring/cases.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { VendorRecord } from '../vendors/record.ts';
import { casesInWindow, hasMeasure } from '../vendors/rollup.ts';
import type { Rollup, Scorecard } from '../vendors/schemas.ts';
import type { StoredStatistics } from './schemas.ts';

type GradeCounts = StoredStatistics['grades'];

const MONTHS = 36;

/** What is counted of a record. */
export interface CountedRecord extends Pick<VendorRecord, 'cases' | 'otherCases'> {
  readonly scorecard: Pick<Scorecard, 'license' | 'location' | 'grade' | 'grade_status' | 'rollup_12m'>;
}

/** The record without all that is not counted. */
export function toCounted({ scorecard, cases, otherCases }: VendorRecord): CountedRecord {
  const { license, location, grade, grade_status, rollup_12m } = scorecard;
  return { scorecard: { license, location, grade, grade_status, rollup_12m }, cases, otherCases };
}

/** The statistics of a set of records; pure, and independent of their order. */
export function computeStatistics(
  records: readonly CountedRecord[],
  context: {
    readonly asOf: IsoDate;
    readonly dataAsOf: IsoDate;
    readonly fictional: boolean;
    readonly filesCover: readonly FilesCover[];
  },
): StoredStatistics {
  const licenses = records.map(({ scorecard }) => scorecard.license);
  const count = (predicate: (license: (typeof licenses)[number]) => boolean) =>
    licenses.filter(predicate).length;
  return {
    as_of: context.asOf,
    data_as_of: context.dataAsOf,
    vendors: {
      total: records.length,
      food_trucks: count(({ type }) => type === 'food_truck'),
      hot_dog_carts: count(({ type }) => type === 'hot_dog_cart'),
      caterers: count(({ type }) => type === 'caterer'),
      current: count(({ status }) => status === 'current'),
      delinquent: count(({ status }) => status === 'delinquent'),
      not_on_file: count(({ status }) => status === 'not_on_file'),
      no_license_file: count(({ status }) => status === 'no_file'),
      license_unknown: count(({ status }) => status === 'no_file' || status === 'unknown'),
    },
    grades: countGrades(records),
    violation_rates: violationRates(records, context.asOf),
    by_county: byCounty(records),
    by_month: byMonth(records, context.asOf),
    covers: context.filesCover.map((cover) => ({
      ...cover,
      vendors: records.filter(({ scorecard }) => scorecard.location.district === cover.district).length,
    })),
    fictional: context.fictional,
  };
}

function violationRates(
  records: readonly CountedRecord[],
  asOf: IsoDate,
): StoredStatistics['violation_rates'] {
  const year = inspected(records.map(({ scorecard }) => scorecard.rollup_12m));
  const start = addMonths(asOf, -MONTHS);
  const threeYears = records
    .map(({ cases }) => casesInWindow(cases, start, asOf))
    .filter(({ length }) => length > 0);
  return {
    inspected_12m: year.length,
    any_12m: share(year, ({ violations }) => isMore(violations)),
    high_priority_12m: share(year, ({ high_priority }) => isMore(high_priority)),
    emergency_order_12m: share(year, ({ emergency_orders }) => emergency_orders > 0),
    inspected_36m: threeYears.length,
    any_36m: share(threeYears, (cases) => found(cases, 'total')),
    high_priority_36m: share(threeYears, (cases) => found(cases, 'highPriority')),
    emergency_order_36m: share(threeYears, (cases) =>
      cases.some((single) => hasMeasure(single, 'emergency')),
    ),
  };
}

function byCounty(records: readonly CountedRecord[]): StoredStatistics['by_county'] {
  return [...Map.groupBy(records, ({ scorecard }) => scorecard.location.county)]
    .flatMap(([county, group]) => (county === null ? [] : [[county, group] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([county, group]) => {
      const year = inspected(group.map(({ scorecard }) => scorecard.rollup_12m));
      return {
        county,
        vendors: group.length,
        grades: countGrades(group),
        inspected_12m: year.length,
        high_priority_12m: share(year, ({ high_priority }) => isMore(high_priority)),
      };
    });
}

function byMonth(records: readonly CountedRecord[], asOf: IsoDate): StoredStatistics['by_month'] {
  const months = new Map<string, StoredStatistics['by_month'][number]>();
  for (let back = MONTHS - 1; back >= 0; back--) {
    const month = addMonths(asOf, -back).slice(0, 7);
    months.set(month, { month, inspections: 0, with_high_priority: 0, emergency_orders: 0 });
  }
  for (const single of records.flatMap(({ cases, otherCases }) => [...cases, ...otherCases])) {
    const entry = months.get(single.openedOn.slice(0, 7));
    if (!entry) continue;
    entry.inspections += 1;
    if ((single.highPriority ?? 0) > 0) entry.with_high_priority += 1;
    if (single.visits.some(({ disposition }) => disposition === REGULATOR.emergencyOrder))
      entry.emergency_orders += 1;
  }
  return [...months.values()];
}

function countGrades(records: readonly CountedRecord[]): GradeCounts {
  const counts: GradeCounts = { A: 0, B: 0, C: 0, D: 0, F: 0, withheld: 0, insufficient_record: 0, hold: 0 };
  for (const { scorecard } of records) {
    const { grade, grade_status: status } = scorecard;
    if (grade !== null) counts[grade] += 1;
    else if (status !== 'graded') counts[status] += 1;
  }
  return counts;
}

function inspected(rollups: readonly Rollup[]): Rollup[] {
  return rollups.filter(({ inspections }) => inspections > 0);
}

function isMore(count: number | null): boolean | undefined {
  return count === null ? undefined : count > 0;
}

/** Whether any of the cases counted one; undefined when none did and the counts of some are unknown. */
function found(cases: readonly Case[], count: 'total' | 'highPriority'): boolean | undefined {
  const known = cases.flatMap((single) => knownCounts(single) ?? []);
  if (known.some((counts) => counts[count] > 0)) return true;
  return known.length < cases.length ? undefined : false;
}

/** Of those of whom it is known. */
function share<Each>(all: readonly Each[], predicate: (each: Each) => boolean | undefined): number | null {
  const known = all.map(predicate).filter((each) => each !== undefined);
  if (known.length === 0) return null;
  return Math.round((known.filter(Boolean).length / known.length) * 10_000) / 10_000;
}
