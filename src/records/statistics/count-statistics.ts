import type { FilesCover } from '../../intake/coverage/files-cover.ts';
import { type Case, knownCounts } from '../../judgment/score/cases.ts';
import { casesInWindow, hasMeasure } from '../../judgment/scorecard/rollup.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { addMonths, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { VendorRecord } from '../record/record.ts';
import type { StoredStatistics } from './schemas.ts';

type GradeCounts = StoredStatistics['grades'];
type Vendors = StoredStatistics['vendors'];

const MONTHS = 36;

/** The minimum number of vendors for a share. A share of fewer vendors would be mostly chance. */
export const SHARE_FROM = 20;

/** The parts of a record that the statistics count. */
interface CountedRecord extends Pick<VendorRecord, 'cases' | 'otherCases'> {
  readonly scorecard: Pick<Scorecard, 'license' | 'location' | 'grade' | 'grade_status' | 'rollup_12m'>;
}

/** The counts that one record adds to the statistics. */
interface Counted {
  readonly type: Scorecard['license']['type'];
  readonly status: Scorecard['license']['status'];
  readonly confirmed: boolean;
  readonly grade: Scorecard['grade'];
  readonly gradeStatus: Scorecard['grade_status'];
  readonly county: string | null;
  readonly district: number | null;
  /** Null if there was no inspection during the period. */
  readonly year: Findings | null;
  readonly threeYears: Findings | null;
  /** The findings for the 12 months before the past year. */
  readonly yearBefore: Findings | null;
  /**
   * One entry for each case within three years: its month, 1 if it has high-priority violations, and 1 if it
   * has an emergency order.
   */
  readonly cases: readonly (readonly [month: string, highPriority: 0 | 1, emergency: 0 | 1])[];
}

/** Each field is true if there were any such findings, and null if that is unknown. */
interface Findings {
  readonly any: boolean | null;
  readonly highPriority: boolean | null;
  readonly emergency: boolean;
}

export function countedOf({ scorecard, cases, otherCases }: CountedRecord, asOf: IsoDate): Counted {
  const { license, location, grade, grade_status: gradeStatus, rollup_12m: rollup } = scorecard;
  const start = addMonths(asOf, -MONTHS);
  return {
    type: license.type,
    status: license.status,
    confirmed: license.confirmed,
    grade,
    gradeStatus,
    county: location.county,
    district: location.district,
    year:
      rollup.inspections === 0
        ? null
        : {
            any: isMore(rollup.violations),
            highPriority: isMore(rollup.high_priority),
            emergency: rollup.emergency_orders > 0,
          },
    threeYears: findingsOf(casesInWindow(cases, start, asOf)),
    yearBefore: findingsOf(casesInWindow(cases, addMonths(asOf, -24), addMonths(asOf, -12))),
    cases: [...cases, ...otherCases]
      .filter(({ openedOn }) => openedOn >= start)
      .map((single) => [
        single.openedOn.slice(0, 7),
        (single.highPriority ?? 0) > 0 ? 1 : 0,
        single.visits.some(({ disposition }) => disposition === REGULATOR.emergencyOrder) ? 1 : 0,
      ]),
  };
}

function findingsOf(cases: readonly Case[]): Findings | null {
  if (cases.length === 0) return null;
  return {
    any: found(cases, 'total'),
    highPriority: found(cases, 'highPriority'),
    emergency: cases.some((single) => hasMeasure(single, 'emergency')),
  };
}

interface StatisticsContext {
  readonly asOf: IsoDate;
  readonly dataAsOf: IsoDate;
  readonly fictional: boolean;
  readonly filesCover: readonly FilesCover[];
}

/** Counts over a set of records. Everything except the months is a number of records. */
interface Counts {
  readonly vendors: Vendors;
  readonly grades: GradeCounts;
  readonly year: FindingsCount;
  readonly threeYears: FindingsCount;
  readonly counties: Record<string, CountyCount>;
  readonly districts: Record<string, number>;
  /** The number of cases opened in each month, including months outside the displayed period. */
  readonly months: Record<string, MonthCount>;
}

interface FindingsCount {
  inspected: number;
  readonly any: Share;
  readonly highPriority: Share;
  readonly emergency: Share;
}

/** The number of records for which a value is known, and the number for which it is true. */
interface Share {
  known: number;
  with: number;
}

interface CountyCount {
  vendors: number;
  inspected: number;
  readonly grades: GradeCounts;
  readonly highPriority: Share;
  /** The counts for the 12 months before the past year. */
  readonly before: { inspected: number; readonly highPriority: Share };
}

type MonthCount = Omit<StoredStatistics['by_month'][number], 'month'>;

/** Adds records to the statistics one at a time. Its memory use does not grow with the number of records. */
export class StatisticsCount {
  readonly #counts = noCounts();

  get total(): number {
    return this.#counts.vendors.total;
  }

  add(counted: Counted): void {
    addCounted(this.#counts, counted);
  }

  result({ asOf, dataAsOf, fictional, filesCover }: StatisticsContext): StoredStatistics {
    const { vendors, grades, year, threeYears, counties, districts, months } = this.#counts;
    return {
      as_of: asOf,
      data_as_of: dataAsOf,
      vendors: { ...vendors },
      grades: { ...grades },
      violation_rates: {
        inspected_12m: year.inspected,
        any_12m: rateOf(year.any),
        high_priority_12m: rateOf(year.highPriority),
        emergency_order_12m: rateOf(year.emergency),
        inspected_36m: threeYears.inspected,
        any_36m: rateOf(threeYears.any),
        high_priority_36m: rateOf(threeYears.highPriority),
        emergency_order_36m: rateOf(threeYears.emergency),
      },
      by_county: Object.entries(counties)
        .filter(([, { vendors: inCounty }]) => inCounty > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([county, { vendors: inCounty, grades: ofCounty, inspected, highPriority, before }]) => ({
          county,
          vendors: inCounty,
          grades: { ...ofCounty },
          inspected_12m: inspected,
          high_priority_12m: rateOfEnough(highPriority),
          inspected_prior_12m: before.inspected,
          high_priority_prior_12m: rateOfEnough(before.highPriority),
        })),
      by_month: monthsUntil(asOf).map((month) => ({ month, ...(months[month] ?? noMonth()) })),
      covers: filesCover.map((cover) => ({ ...cover, vendors: districts[cover.district] ?? 0 })),
      fictional,
    };
  }
}

function addCounted(counts: Counts, counted: Counted): void {
  const { county, district, year } = counted;
  addLicense(counts.vendors, counted);
  addGrade(counts.grades, counted);
  addFindings(counts.year, year);
  addFindings(counts.threeYears, counted.threeYears);
  if (district !== null) counts.districts[district] = (counts.districts[district] ?? 0) + 1;
  for (const [month, highPriority, emergency] of counted.cases) {
    counts.months[month] ??= noMonth();
    const entry = counts.months[month];
    entry.inspections += 1;
    entry.with_high_priority += highPriority;
    entry.emergency_orders += emergency;
  }
  if (county === null) return;
  counts.counties[county] ??= noCounty();
  const own = counts.counties[county];
  own.vendors += 1;
  addGrade(own.grades, counted);
  countFindings(own, year);
  countFindings(own.before, counted.yearBefore);
}

function countFindings(
  count: Pick<CountyCount, 'inspected' | 'highPriority'>,
  findings: Findings | null,
): void {
  if (findings === null) return;
  count.inspected += 1;
  addShare(count.highPriority, findings.highPriority);
}

function addLicense(vendors: Vendors, { type, status, confirmed }: Counted): void {
  vendors.total += 1;
  vendors.food_trucks += Number(type === 'food_truck');
  vendors.hot_dog_carts += Number(type === 'hot_dog_cart');
  vendors.caterers += Number(type === 'caterer');
  vendors.current += Number(status === 'current');
  vendors.confirmed += Number(confirmed);
  vendors.delinquent += Number(status === 'delinquent');
  vendors.relinquished += Number(status === 'relinquished');
  vendors.transfer_pending += Number(status === 'transfer_pending');
  vendors.not_on_file += Number(status === 'not_on_file');
  vendors.no_license_file += Number(status === 'no_file');
  vendors.license_unknown += Number(status === 'no_file' || status === 'unknown');
}

function addFindings(count: FindingsCount, findings: Findings | null): void {
  if (!findings) return;
  count.inspected += 1;
  addShare(count.any, findings.any);
  addShare(count.highPriority, findings.highPriority);
  addShare(count.emergency, findings.emergency);
}

function addShare(share: Share, is: boolean | null): void {
  if (is === null) return;
  share.known += 1;
  share.with += Number(is);
}

/** Returns the share, or null if it would cover fewer than {@link SHARE_FROM} records. */
function rateOfEnough(share: Share): number | null {
  return share.known < SHARE_FROM ? null : rateOf(share);
}

/** Returns the share rounded to four decimal places; null if nothing is known. */
function rateOf({ known, with: found }: Share): number | null {
  return known === 0 ? null : Math.round((found / known) * 10_000) / 10_000;
}

function addGrade(
  counts: GradeCounts,
  { grade, gradeStatus: status }: Pick<Counted, 'grade' | 'gradeStatus'>,
): void {
  if (grade !== null) counts[grade] += 1;
  else if (status !== 'graded') counts[status] += 1;
}

function monthsUntil(asOf: IsoDate): string[] {
  return Array.from({ length: MONTHS }, (_, index) => addMonths(asOf, index + 1 - MONTHS).slice(0, 7));
}

function noCounts(): Counts {
  return {
    vendors: {
      total: 0,
      food_trucks: 0,
      hot_dog_carts: 0,
      caterers: 0,
      current: 0,
      confirmed: 0,
      delinquent: 0,
      relinquished: 0,
      transfer_pending: 0,
      not_on_file: 0,
      no_license_file: 0,
      license_unknown: 0,
    },
    grades: noGrades(),
    year: noFindings(),
    threeYears: noFindings(),
    counties: {},
    districts: {},
    months: {},
  };
}

function noFindings(): FindingsCount {
  return { inspected: 0, any: noShare(), highPriority: noShare(), emergency: noShare() };
}

function noShare(): Share {
  return { known: 0, with: 0 };
}

function noCounty(): CountyCount {
  return {
    vendors: 0,
    inspected: 0,
    grades: noGrades(),
    highPriority: noShare(),
    before: { inspected: 0, highPriority: noShare() },
  };
}

function noMonth(): MonthCount {
  return { inspections: 0, with_high_priority: 0, emergency_orders: 0 };
}

function noGrades(): GradeCounts {
  return { A: 0, B: 0, C: 0, D: 0, F: 0, withheld: 0, insufficient_record: 0, hold: 0 };
}

function isMore(count: number | null): boolean | null {
  return count === null ? null : count > 0;
}

/**
 * Returns true if any case is known to have at least one such violation. Returns null if no case is known to
 * have one but some counts are unknown.
 */
function found(cases: readonly Case[], count: 'total' | 'highPriority'): boolean | null {
  const known = cases.flatMap((single) => knownCounts(single) ?? []);
  if (known.some((counts) => counts[count] > 0)) return true;
  return known.length < cases.length ? null : false;
}
