import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Finding, inDigits, type Refusal } from './finding.ts';

/** A visit that another file names. */
export interface KnownVisit {
  readonly licenseType: string;
  readonly digits: string;
  readonly visitedOn: IsoDate;
}

export interface KnownVisits {
  /** "the license files". */
  readonly source: string;
  readonly visits: readonly KnownVisit[];
}

/** A visit reaches an inspection file within days. */
const LATEST_DAYS = 14;
const MISSING_ALWAYS = 5;
/** Real license files name no visit that the inspection file lacks (0 of 24). */
const MISSING_SHARE_MAX = 0.1;
const NOTED_SHARE = 0.02;

/**
 * Compares a first inspection file, which has no previous edition, with other files about the same days. A
 * cut file lacks visits that they name.
 */
export function findIncomplete(
  { records, district, fileDate, coveredDays }: ParsedFile,
  elsewhere: readonly KnownVisits[],
): { readonly refusals: readonly Refusal[]; readonly doubts: readonly Finding[] } {
  if (records?.kind !== 'inspections' || fileDate === null || !coveredDays)
    return { refusals: [], doubts: [] };
  const listed = new Set(records.rows.map(keyOf));
  const last = addDays(fileDate, -LATEST_DAYS);
  const isExpected = ({ digits, visitedOn }: KnownVisit) =>
    visitedOn >= coveredDays.first &&
    visitedOn <= last &&
    (district === null || districtOf(digits) === district);
  const refusals: Refusal[] = [];
  const doubts: Finding[] = [];
  for (const { source, visits } of elsewhere) {
    const expected = new Set(visits.filter(isExpected).map(keyOf));
    const missing = [...expected].filter((key) => !listed.has(key)).length;
    const text = `${source} name ${inDigits(expected.size)} visits between ${coveredDays.first} and ${last}, and the file lacks ${inDigits(missing)} of them`;
    if (missing <= Math.max(MISSING_ALWAYS, expected.size * NOTED_SHARE)) continue;
    if (missing <= expected.size * MISSING_SHARE_MAX) doubts.push({ code: 'known_visits_missing', text });
    else refusals.push({ code: 'known_visits_missing', text, kind: 'needs_operator' });
  }
  return { refusals, doubts };
}

function keyOf({ licenseType, digits, visitedOn }: KnownVisit): string {
  return `${licenseType}:${digits}:${visitedOn}`;
}

function districtOf(digits: string): number | undefined {
  return REGULATOR.findCounty(REGULATOR.profiles.countyOf(digits) ?? '')?.district;
}
