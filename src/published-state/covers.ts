import { memoize } from '../lib/cache/memoize.ts';
import { joinWords, type Language } from '../lib/language/language.ts';
import { parseStored } from '../lib/stored-json.ts';
import { addMonths, describeDay, type IsoDate } from '../lib/time/dates.ts';
import { DISTRICTS, LOADING } from './messages.ts';
import { type RecordsOld, recordsOld } from './records-age.ts';

/** The part of one district that the files in use cover. Stored with each publication. */
export interface DistrictCover {
  readonly district: number;
  readonly vendors: number;
  /** The newest day that the district's license file covers; null if no license file is in use. */
  readonly licenses_to: IsoDate | null;
  readonly inspections_from: IsoDate | null;
  readonly inspections_to: IsoDate | null;
  /** True if the district's inspection files cover the twelve months up to the as-of date without a gap. */
  readonly whole_year: boolean;
  /**
   * Fiscal years of older inspections that a score needs and that are still loading, newest first. Missing
   * from publications by earlier versions, which did not store these years.
   */
  readonly loading_years?: string[];
  /** The day up to which the district's records are complete. */
  readonly reach_to: IsoDate;
}

/** Parses the coverage that the publication stored. The most recent results are cached. */
export const parseCovers = memoize((text) => parseStored<readonly DistrictCover[]>(text), 8);

/** Returns the day before which a district's inspections are still loading; null if none are. */
export function loadingBefore(
  cover: Pick<DistrictCover, 'inspections_from' | 'loading_years'> | undefined,
): IsoDate | null {
  return cover?.loading_years?.length ? cover.inspections_from : null;
}

/**
 * Returns what is still loading in any district: the latest day before which a district's inspections are
 * loading, and the fiscal years. Returns null if nothing is loading.
 */
export function loadingOf(
  covers: readonly DistrictCover[],
): { readonly inspections_before: IsoDate; readonly fiscal_years: readonly string[] } | null {
  const before = covers
    .flatMap((cover) => loadingBefore(cover) ?? [])
    .sort()
    .at(-1);
  if (before === undefined) return null;
  const years = new Set(covers.flatMap(({ loading_years }) => loading_years ?? []));
  return { inspections_before: before, fiscal_years: [...years].sort().reverse() };
}

/** Returns "Inspections back to July 1, 2025; still loading 2024–25." */
export function describeLoading(
  { inspections_before: day, fiscal_years: years }: NonNullable<ReturnType<typeof loadingOf>>,
  language: Language = 'en',
): string {
  const list = joinWords(
    years.map((year) => year.replace('-', '–')),
    language,
  );
  return LOADING[language].years({ day: describeDay(day, language), list });
}

/**
 * Describes the districts: "District 6 only" or "every district". If the kinds of files differ, each kind is
 * described separately.
 */
export function describeCoverage(
  covers: readonly Omit<DistrictCover, 'vendors'>[],
  districtsOfAll: number,
  language: Language = 'en',
): string {
  const describe = (own: typeof covers) => describeDistricts(own, districtsOfAll, language);
  const licenses = describe(covers.filter(({ licenses_to }) => licenses_to !== null));
  const inspections = describe(covers.filter(({ inspections_from }) => inspections_from !== null));
  return licenses === inspections ? licenses : DISTRICTS[language].byKind({ licenses, inspections });
}

/** Returns true if the license and inspection files of every district were read. */
export function coversAll(
  covers: readonly Omit<DistrictCover, 'vendors'>[],
  districtsOfAll: number,
): boolean {
  const whole = covers.filter(
    ({ licenses_to, inspections_from }) => licenses_to !== null && inspections_from !== null,
  );
  return whole.length >= districtsOfAll;
}

/** Returns {@link describeCoverage} if some files were not read, or null if all were. */
export function describePartlyRead(
  covers: readonly Omit<DistrictCover, 'vendors'>[],
  districtsOfAll: number,
): string | null {
  return coversAll(covers, districtsOfAll) ? null : describeCoverage(covers, districtsOfAll);
}

function describeDistricts(
  covers: readonly Pick<DistrictCover, 'district'>[],
  districtsOfAll: number,
  language: Language,
): string {
  const t = DISTRICTS[language];
  const numbers = covers.map(({ district }) => String(district));
  if (numbers.length === 0) return t.none;
  if (numbers.length >= districtsOfAll) return t.every;
  return t.only({ count: numbers.length, list: joinWords(numbers, language) });
}

/** Returns true if any inspection file of the district covers any part of the twelve months up to a day. */
export function coversAnyOfYear(
  cover: Pick<DistrictCover, 'inspections_from' | 'inspections_to'> | undefined,
  asOf: IsoDate,
): boolean {
  const { inspections_from: from = null, inspections_to: to = null } = cover ?? {};
  return from !== null && to !== null && from <= asOf && to > addMonths(asOf, -12);
}

/** Returns true if any district's inspection files cover any day of the month, given as "2026-03". */
export function coversMonth(covers: readonly DistrictCover[], month: string): boolean {
  return covers.some(
    ({ inspections_from: from, inspections_to: to }) =>
      from !== null && to !== null && from.slice(0, 7) <= month && month <= to.slice(0, 7),
  );
}

/**
 * Returns the age of the records in the district that is least up to date; null if all districts are recent.
 */
export function oldestOf(covers: readonly DistrictCover[], today: IsoDate): RecordsOld | null {
  const reach = earliestReach(covers);
  return reach === undefined ? null : recordsOld(reach, today);
}

/**
 * Returns the day up to which every district is covered, among districts with at least one kind of file;
 * undefined if there is no district. {@link describeCoverage} lists what was not read.
 */
export function earliestReach(covers: readonly Pick<DistrictCover, 'reach_to'>[]): IsoDate | undefined {
  return covers.map(({ reach_to }) => reach_to).sort()[0];
}
