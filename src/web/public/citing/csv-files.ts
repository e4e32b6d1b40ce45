import { type Cell, toCsv } from '../../../lib/text/csv.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { citeCounty, citeState, findInspected, listCountyRecords } from './county-names.ts';

/**
 * Statistics as CSV files. Every row names its source, so that a row remains accurate when it is copied on
 * its own. Pure functions.
 */

const COUNTY_COLUMNS = [
  'county',
  'district',
  'what_is_known',
  'vendors',
  'grade_a',
  'grade_b',
  'grade_c',
  'grade_d',
  'grade_f',
  'grade_withheld',
  'too_few_inspections',
  'regulator_hold',

  'inspected_12m',
  'high_priority_share_12m',
  'inspected_prior_12m',
  'high_priority_share_prior_12m',
  'whole_year',
  'records_reach_to',
  'as_of',
  'fictional',
  'cite_as',
];

/** Returns one row for each county in the state. If no file was read, the numbers are empty rather than 0. */
export function countiesCsv(statistics: StoredStatistics, baseUrl: string): string {
  const { as_of, fictional } = statistics;
  const rows = listCountyRecords(statistics).map((county): Cell[] => {
    const { name, district, figures, cover } = county;
    const { grades, vendors, high_priority_12m, inspected_prior_12m, high_priority_prior_12m } =
      figures ?? {};
    const known = cover || figures ? 'files read' : 'no file read';
    const none = cover ? 0 : null;
    const count = (value: number | undefined): Cell => value ?? none;
    return [
      name,
      district,
      known,
      count(vendors),
      count(grades?.A),
      count(grades?.B),
      count(grades?.C),
      count(grades?.D),
      count(grades?.F),
      count(grades?.withheld),
      count(grades?.insufficient_record),
      count(grades?.hold),
      findInspected(statistics, name),
      high_priority_12m ?? null,
      count(inspected_prior_12m),
      high_priority_prior_12m ?? null,
      cover ? yesOrNo(cover.whole_year) : null,
      cover?.reach_to ?? null,
      as_of,
      yesOrNo(fictional),
      citeCounty(county, statistics, baseUrl),
    ];
  });
  return toCsv([COUNTY_COLUMNS, ...rows]);
}

const MONTH_COLUMNS = [
  'month',
  'what_is_known',
  'inspections',
  'with_high_priority',
  'emergency_orders',
  'as_of',
  'fictional',
  'cite_as',
];

/** Returns one row for each of the 36 months. A month that no inspection file covers has no numbers. */
export function monthsCsv(statistics: StoredStatistics, baseUrl: string): string {
  const { as_of, fictional, by_month: months } = statistics;
  const cite = citeState(statistics, baseUrl);
  const rows = months.map(({ month, inspections, with_high_priority, emergency_orders }): Cell[] => {
    const known = knownOfMonth(statistics, month);
    const numbers =
      known === 'no file read' ? [null, null, null] : [inspections, with_high_priority, emergency_orders];
    return [month, known, ...numbers, as_of, yesOrNo(fictional), cite];
  });
  return toCsv([MONTH_COLUMNS, ...rows]);
}

/**
 * Returns how well the inspection files cover a month: in all districts that were read, in some, or in none.
 */
function knownOfMonth({ covers }: StoredStatistics, month: string): string {
  const within = covers.filter(({ inspections_from: from, inspections_to: to }) => {
    return from !== null && to !== null && from.slice(0, 7) <= month && month <= to.slice(0, 7);
  });
  if (within.length === 0) return 'no file read';
  const whole = within.filter(({ inspections_from: from, inspections_to: to }) => {
    return from !== null && to !== null && from <= `${month}-01` && to.slice(0, 7) > month;
  });
  return whole.length === covers.length ? 'files read' : 'in part';
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
