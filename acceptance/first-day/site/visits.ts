import { drawQuality, inventVisits } from '../../../src/demo/florida/demo-inspections.ts';
import type { DemoVisit } from '../../../src/demo/florida/demo-vendor.ts';
import { createRandom, drawInt, drawPoisson } from '../../../src/lib/random.ts';
import { addDays, addMonths, daysBetween, type IsoDate } from '../../../src/lib/time/dates.ts';
import { inspectionRow } from '../../../test/support/regulator-files.ts';
import { calendarOf, factsOf, type License, RANKS, type Register } from './register.ts';

/**
 * Inspection visits to the licenses in the invented register. Each fiscal year is drawn separately, so that
 * its file can be written separately.
 */

/**
 * The number of cases per license and year. In reality, 65,000 licenses have 140,000 visits a year, including
 * callbacks.
 */
const CASES_PER_YEAR = 1.54;
const CASES_MAX = 5;
/** For a case that begins on June 30, callbacks may follow for this long. */
const CALLBACK_MONTHS = 6;
const VISITS_OF_CASE = 10;
/** The visit ids and case ids reserved for one fiscal year and license. */
const IDS_OF_LICENSE_YEAR = CASES_MAX * VISITS_OF_CASE;
const FIRST_YEAR = 2015;

interface CaseOfYear {
  readonly caseId: number;
  /** The planned first day of the case. The case belongs to the license holder on that day. */
  readonly beganOn: IsoDate;
  readonly inspectionType: 'Routine - Food' | 'Food-Licensing Inspection';
  readonly visits: readonly (DemoVisit & { readonly visitedOn: IsoDate })[];
}

/**
 * Returns a license's cases that begin in the fiscal year starting on July 1 of `year`, with their visits up
 * to `until`. A later `until` does not change earlier events.
 */
export function casesOf(register: Register, license: License, year: number, until: IsoDate): CaseOfYear[] {
  const start = `${year}-07-01`;
  const end = addMonths(start, 12);
  if (license.leftOn <= start || license.issuedOn >= end || until < start) return [];
  const random = createRandom(register.seed + year, license.key);
  const { type } = RANKS[license.rank];
  const today = addMonths(end, CALLBACK_MONTHS);
  const calendar = calendarOf(today);
  const quality = drawQuality(random, type === '2014' ? 'mobile' : 'caterer');
  const count = license.rank === 'TEMP' ? 0 : drawPoisson(random, CASES_PER_YEAR, CASES_MAX - 2);
  // A new holder is inspected before opening.
  const licensing = [...new Set([license.issuedOn, license.enteredOn])].filter(
    (day) => day >= start && day < end,
  );
  const days = daysBetween(start, end);
  const routine = Array.from({ length: count }, () => addDays(start, drawInt(random, days))).sort();
  const planned = [...new Set([...licensing, ...routine.filter((day) => day > license.issuedOn)])].sort();
  const place = (year - FIRST_YEAR) * register.keys + license.key;
  return planned.flatMap((day, index) => {
    const inspectionType = licensing.includes(day) ? 'Food-Licensing Inspection' : 'Routine - Food';
    const caseId = 1_000_000 + place * CASES_MAX + index;
    const firstVisit = 1_000_000 + place * IDS_OF_LICENSE_YEAR + index * VISITS_OF_CASE;
    const own = createRandom(register.seed + year, license.key * CASES_MAX + index + 7);
    const daysAgo = daysBetween(workdayOf(day, start), today);
    const visits = inventVisits(own, calendar, quality, inspectionType, daysAgo, firstVisit)
      .map((visit) => ({ ...visit, visitedOn: addDays(today, -visit.daysAgo) }))
      .filter(({ visitedOn }) => visitedOn <= until && visitedOn < license.leftOn);
    return visits.length === 0 ? [] : [{ caseId, beganOn: day, inspectionType, visits }];
  });
}

/**
 * Moves an inspection that would fall on a weekend to the Friday before, or at the earliest to the first day
 * of the fiscal year.
 */
function workdayOf(day: IsoDate, start: IsoDate): IsoDate {
  const weekday = new Date(day).getUTCDay();
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  return [addDays(day, -back), start].sort().at(-1) ?? day;
}

/**
 * Yields the rows of one fiscal year's file, each with 82 cells: the visits from July 1 of `year` to `until`.
 * The file ends after the first week of the next July at the latest. Rows are sorted by county and number,
 * like the regulator's.
 */
export function* inspectionRows(
  register: Register,
  year: number,
  until: IsoDate,
  districts: Iterable<number> = register.districts.keys(),
): Generator<string[]> {
  const last = [until, `${year + 1}-07-07`].sort()[0] ?? until;
  for (const district of districts) {
    const licenses = [...(register.districts.get(district) ?? [])];
    licenses.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    for (const license of licenses) {
      // A case may have begun in the previous year but have visits in this one.
      const cases = [year - 1, year].flatMap((each) => casesOf(register, license, each, last));
      yield* cases.flatMap((one) =>
        one.visits
          .filter(({ visitedOn }) => visitedOn >= `${year}-07-01`)
          .map((visit) => rowOf(register, license, one, visit)),
      );
    }
  }
}

const placeOf = ({ county, digits }: License) => `${county.code}${digits}`;

function rowOf(register: Register, license: License, one: CaseOfYear, visit: CaseOfYear['visits'][number]) {
  const facts = factsOf(register, license);
  const categories: Record<number, number> = {};
  for (const category of visit.categories) categories[category] = (categories[category] ?? 0) + 1;
  return inspectionRow({
    district: `D${license.county.district}`,
    countyCode: license.county.code,
    countyName: license.county.name === 'Miami-Dade' ? 'Dade' : license.county.name,
    licenseType: RANKS[license.rank].type,
    licenseNumber: license.digits,
    businessName: facts.businessName,
    address: facts.street,
    city: facts.city,
    zip: facts.zip,
    caseId: one.caseId,
    visitNumber: visit.visitNumber,
    inspectionType: one.inspectionType,
    disposition: visit.disposition,
    visitedOn: visit.visitedOn,
    total: visit.high + visit.intermediate + visit.basic,
    highPriority: visit.high,
    intermediate: visit.intermediate,
    basic: visit.basic,
    pda: visit.handheld ? 'Y' : 'N',
    categories,
    licenseId: facts.licenseIds[one.beganOn < license.enteredOn ? 0 : 1],
    visitId: visit.visitId,
  });
}

/**
 * Returns the day of the newest visit up to `until`; undefined if there has been none since July 1 of
 * `since`.
 */
export function lastVisitOf(
  register: Register,
  license: License,
  since: number,
  until: IsoDate,
): IsoDate | undefined {
  for (let year = Number(until.slice(0, 4)); year >= since; year -= 1) {
    // A callback for a case from the previous year may be newer than this year's own visits.
    const days = [year, year - 1].flatMap((each) =>
      casesOf(register, license, each, until).flatMap(({ visits }) => visits.map((visit) => visit.visitedOn)),
    );
    const newest = days.sort().at(-1);
    if (newest !== undefined) return newest;
  }
  return undefined;
}
