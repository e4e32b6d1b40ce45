import { AppError } from '../../../http/errors/errors.ts';
import { inEach } from '../../../lib/language/language.ts';
import { countySlug } from '../../../lib/text/county-slug.ts';
import { citationOf, countyCitationOf } from '../../../open-data/statistics/cite.ts';
import { coversAnyOfYear } from '../../../published-state/covers.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { CITING_ERRORS } from './messages.ts';

/**
 * Finds counties by the last part of their page's address, with the figures that the files have for each.
 * Pure functions.
 */

export type CountyFigures = StoredStatistics['by_county'][number];
type Cover = StoredStatistics['covers'][number];

export interface CountyRecord {
  readonly name: string;
  readonly district: number;
  /** Undefined if no vendor in the county is on record. */
  readonly figures: CountyFigures | undefined;
  /**
   * Undefined if no file for the county's district was read. In that case, the numbers are unknown rather
   * than 0.
   */
  readonly cover: Cover | undefined;
}

const BY_SLUG = new Map(REGULATOR.counties.map((county) => [countySlug(county.name), county]));

export function findCountyName(slug: string): string | undefined {
  return BY_SLUG.get(slug)?.name;
}

/** Returns a county's name. Throws the 404 from `noCounty` if the address does not name a county. */
export function getCountyName(slug: string): string {
  const name = findCountyName(slug);
  if (name === undefined) throw noCounty();
  return name;
}

/** Returns the 404 for an address that does not name a county. */
export function noCounty(): AppError {
  return new AppError('not_found', CITING_ERRORS.en.noCounty, {
    forPeople: inEach((language) => CITING_ERRORS[language].noCounty),
  });
}

/** Returns a county's record, or undefined if there is no such county. */
export function findCountyRecord(statistics: StoredStatistics, name: string): CountyRecord | undefined {
  const county = REGULATOR.counties.find((each) => each.name === name);
  if (!county) return undefined;
  return {
    name,
    district: county.district,
    figures: statistics.by_county.find((each) => each.county === name),
    cover: statistics.covers.find((each) => each.district === county.district),
  };
}

/** Lists every county by name, including counties that no file covers. */
export function listCountyRecords(statistics: StoredStatistics): CountyRecord[] {
  const names = REGULATOR.counties.map(({ name }) => name).sort();
  return names.flatMap((name) => findCountyRecord(statistics, name) ?? []);
}

/**
 * Returns how many vendors in a county were inspected in the last 12 months. Returns null if no file covers
 * any of these months.
 */
export function findInspected(statistics: StoredStatistics, name: string): number | null {
  const record = findCountyRecord(statistics, name);
  const isRead = coversAnyOfYear(record?.cover, statistics.as_of);
  const inspected = record?.figures?.inspected_12m ?? 0;
  return isRead || inspected > 0 ? inspected : null;
}

/** Returns the citation line for a county's numbers, with the URL of the county's page. */
export function citeCounty(county: CountyRecord, statistics: StoredStatistics, baseUrl: string): string {
  const { name, district, cover, figures } = county;
  const { as_of: asOf, fictional } = statistics;
  const inspected = findInspected(statistics, name);
  return countyCitationOf(
    { asOf, fictional, county: { name, district, cover, vendors: figures?.vendors, inspected } },
    `${baseUrl}/florida/${countySlug(name)}`,
  );
}

/** Returns the citation line for the state's numbers. */
export function citeState(statistics: StoredStatistics, baseUrl: string): string {
  const { as_of: asOf, fictional, covers } = statistics;
  const inspected = statistics.violation_rates.inspected_12m;
  return citationOf({ asOf, fictional, covers, inspected }, baseUrl);
}

/** With fewer inspected vendors than this, a percentage reflects chance more than it reflects the county. */
export const FEW_INSPECTED = 30;

/** Returns how many percentage points a single vendor adds to a percentage of this many inspected vendors. */
export function pointsOfOne(inspected: number): string {
  return (100 / inspected).toFixed(inspected < 20 ? 0 : 1);
}
