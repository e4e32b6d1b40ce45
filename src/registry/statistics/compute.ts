import { addMonths, type IsoDate } from '../../lib/dates.ts';
import type { FilesCover } from '../intake/covers.ts';
import { type Case, knownCounts } from '../scoring/cases.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { VendorRecord } from '../vendors/record.ts';
import { casesInWindow, hasMeasure } from '../vendors/rollup.ts';
import type { Scorecard } from '../vendors/schemas.ts';
import type { StoredStatistics } from './schemas.ts';

type GradeCounts = StoredStatistics['grades'];
type Vendors = StoredStatistics['vendors'];

const MONTHS = 36;

/** What is counted of a record. */
export interface CountedRecord extends Pick<VendorRecord, 'cases' | 'otherCases'> {
  readonly scorecard: Pick<Scorecard, 'license' | 'location' | 'grade' | 'grade_status' | 'rollup_12m'>;
}

/**
 * What a record adds to the statistics of any day before it next changes. It is stored beside the record, so that the
 * statistics of another day need no record made anew.
 */
export interface Counted {
  readonly type: Scorecard['license']['type'];
  readonly status: Scorecard['license']['status'];
  readonly grade: Scorecard['grade'];
  readonly gradeStatus: Scorecard['grade_status'];
  readonly county: string | null;
  readonly district: number | null;
  /** Null where there was no inspection in the time. */
  readonly year: Findings | null;
  readonly threeYears: Findings | null;
  /** One entry for each case within three years: its month, 1 with high priority violations, 1 with an emergency order. */
  readonly cases: readonly (readonly [month: string, highPriority: 0 | 1, emergency: 0 | 1])[];
}

/** Whether there was any; null where it is not known. */
interface Findings {
  readonly any: boolean | null;
  readonly highPriority: boolean | null;
  readonly emergency: boolean;
}

export function countedOf({ scorecard, cases, otherCases }: CountedRecord, asOf: IsoDate): Counted {
  const { license, location, grade, grade_status: gradeStatus, rollup_12m: rollup } = scorecard;
  const start = addMonths(asOf, -MONTHS);
  return {
    ...{ type: license.type, status: license.status, grade, gradeStatus },
    ...{ county: location.county, district: location.district },
    year:
      rollup.inspections === 0
        ? null
        : {
            any: isMore(rollup.violations),
            highPriority: isMore(rollup.high_priority),
            emergency: rollup.emergency_orders > 0,
          },
    threeYears: findingsOf(casesInWindow(cases, start, asOf)),
    cases: [...cases, ...otherCases]
      .filter(({ openedOn }) => openedOn >= start)
      .map((single) => [
        single.openedOn.slice(0, 7),
        (single.highPriority ?? 0) > 0 ? 1 : 0,
        single.visits.some(({ disposition }) => disposition === REGULATOR.emergencyOrder) ? 1 : 0,
      ]),
  };
}

/** What publication stored. */
export function parseCounted(text: string): Counted {
  return JSON.parse(text) as Counted;
}

function findingsOf(cases: readonly Case[]): Findings | null {
  if (cases.length === 0) return null;
  return {
    any: found(cases, 'total'),
    highPriority: found(cases, 'highPriority'),
    emergency: cases.some((single) => hasMeasure(single, 'emergency')),
  };
}

export interface StatisticsContext {
  readonly asOf: IsoDate;
  readonly dataAsOf: IsoDate;
  readonly fictional: boolean;
  readonly filesCover: readonly FilesCover[];
}

/**
 * Counts records one by one into the statistics of them all, whatever their order. It keeps counts alone, so its memory
 * does not grow with the number of records.
 */
export class StatisticsCount {
  readonly #vendors: Vendors = {
    ...{ total: 0, food_trucks: 0, hot_dog_carts: 0, caterers: 0, current: 0, delinquent: 0 },
    ...{ not_on_file: 0, no_license_file: 0, license_unknown: 0 },
  };
  readonly #grades = noGrades();
  readonly #year = { inspected: 0, any: new Share(), highPriority: new Share(), emergency: new Share() };
  readonly #threeYears = {
    inspected: 0,
    any: new Share(),
    highPriority: new Share(),
    emergency: new Share(),
  };
  readonly #counties = new Map<string, CountyCount>();
  readonly #months: ReadonlyMap<string, StoredStatistics['by_month'][number]>;
  readonly #byDistrict = new Map<number, number>();

  constructor(asOf: IsoDate) {
    this.#months = emptyMonths(asOf);
  }

  /** How many records were counted. */
  get total(): number {
    return this.#vendors.total;
  }

  add(counted: Counted): void {
    this.#countLicense(counted);
    countGrade(this.#grades, counted);
    addFindings(this.#year, counted.year);
    addFindings(this.#threeYears, counted.threeYears);
    this.#countPlace(counted);
    for (const single of counted.cases) this.#countMonth(single);
  }

  result({ asOf, dataAsOf, fictional, filesCover }: StatisticsContext): StoredStatistics {
    return {
      as_of: asOf,
      data_as_of: dataAsOf,
      vendors: { ...this.#vendors },
      grades: { ...this.#grades },
      violation_rates: {
        inspected_12m: this.#year.inspected,
        any_12m: this.#year.any.value,
        high_priority_12m: this.#year.highPriority.value,
        emergency_order_12m: this.#year.emergency.value,
        inspected_36m: this.#threeYears.inspected,
        any_36m: this.#threeYears.any.value,
        high_priority_36m: this.#threeYears.highPriority.value,
        emergency_order_36m: this.#threeYears.emergency.value,
      },
      by_county: [...this.#counties]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([county, { vendors, grades, inspected, highPriority }]) => ({
          ...{ county, vendors, grades: { ...grades }, inspected_12m: inspected },
          high_priority_12m: highPriority.value,
        })),
      by_month: [...this.#months.values()],
      covers: filesCover.map((cover) => ({ ...cover, vendors: this.#byDistrict.get(cover.district) ?? 0 })),
      fictional,
    };
  }

  #countLicense({ type, status }: Counted): void {
    const vendors = this.#vendors;
    vendors.total += 1;
    vendors.food_trucks += Number(type === 'food_truck');
    vendors.hot_dog_carts += Number(type === 'hot_dog_cart');
    vendors.caterers += Number(type === 'caterer');
    vendors.current += Number(status === 'current');
    vendors.delinquent += Number(status === 'delinquent');
    vendors.not_on_file += Number(status === 'not_on_file');
    vendors.no_license_file += Number(status === 'no_file');
    vendors.license_unknown += Number(status === 'no_file' || status === 'unknown');
  }

  #countPlace(counted: Counted): void {
    const { county, district, year } = counted;
    if (district !== null) this.#byDistrict.set(district, (this.#byDistrict.get(district) ?? 0) + 1);
    if (county === null) return;
    const own = this.#counties.get(county) ?? new CountyCount();
    this.#counties.set(county, own);
    own.vendors += 1;
    countGrade(own.grades, counted);
    if (year === null) return;
    own.inspected += 1;
    own.highPriority.add(year.highPriority);
  }

  #countMonth([month, highPriority, emergency]: Counted['cases'][number]): void {
    const entry = this.#months.get(month);
    if (!entry) return;
    entry.inspections += 1;
    entry.with_high_priority += highPriority;
    entry.emergency_orders += emergency;
  }
}

interface FindingsCount {
  inspected: number;
  readonly any: Share;
  readonly highPriority: Share;
  readonly emergency: Share;
}

function addFindings(count: FindingsCount, findings: Findings | null): void {
  if (!findings) return;
  count.inspected += 1;
  count.any.add(findings.any);
  count.highPriority.add(findings.highPriority);
  count.emergency.add(findings.emergency);
}

/** The share of those of whom it is known. */
class Share {
  #known = 0;
  #with = 0;

  /** Null where it is not known. */
  add(is: boolean | null): void {
    if (is === null) return;
    this.#known += 1;
    if (is) this.#with += 1;
  }

  /** Four decimal places; null where nothing is known. */
  get value(): number | null {
    return this.#known === 0 ? null : Math.round((this.#with / this.#known) * 10_000) / 10_000;
  }
}

class CountyCount {
  vendors = 0;
  inspected = 0;
  readonly grades = noGrades();
  readonly highPriority = new Share();
}

function emptyMonths(asOf: IsoDate): Map<string, StoredStatistics['by_month'][number]> {
  const months = new Map<string, StoredStatistics['by_month'][number]>();
  for (let back = MONTHS - 1; back >= 0; back--) {
    const month = addMonths(asOf, -back).slice(0, 7);
    months.set(month, { month, inspections: 0, with_high_priority: 0, emergency_orders: 0 });
  }
  return months;
}

function noGrades(): GradeCounts {
  return { A: 0, B: 0, C: 0, D: 0, F: 0, withheld: 0, insufficient_record: 0, hold: 0 };
}

function countGrade(
  counts: GradeCounts,
  { grade, gradeStatus: status }: Pick<Counted, 'grade' | 'gradeStatus'>,
): void {
  if (grade !== null) counts[grade] += 1;
  else if (status !== 'graded') counts[status] += 1;
}

function isMore(count: number | null): boolean | null {
  return count === null ? null : count > 0;
}

/** Whether any of the cases counted one; null when none did and the counts of some are unknown. */
function found(cases: readonly Case[], count: 'total' | 'highPriority'): boolean | null {
  const known = cases.flatMap((single) => knownCounts(single) ?? []);
  if (known.some((counts) => counts[count] > 0)) return true;
  return known.length < cases.length ? null : false;
}
