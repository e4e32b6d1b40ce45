import { addDays, daysBetween, type IsoDate } from '../../../lib/dates.ts';
import { memoize } from '../../../lib/memoize.ts';
import { parseCategories } from '../categories.ts';
import {
  type Change,
  differsIn,
  FEW,
  type FileFacts,
  type Flaw,
  type Likeness,
  NONE,
  type Tie,
} from '../likeness.ts';
import type { VisitRow } from '../parsed-file.ts';
import { findCounty } from './counties.ts';
import { isFictionalVisit } from './fictional-numbers.ts';
import { hasLostLetters, isPhone, lacksLetters } from './likeness-names.ts';

/** Every bound stands beside what 28,905 real visits show, in docs/importing.md, "What the rows tell". */
/** A fiscal year's file runs into the first week of July. */
const OVERRUN_DAYS = 14;
const TYPES = new Set([
  'Routine - Food',
  'Complaint Full',
  'Complaint Partial',
  'Food-Licensing Inspection',
  'Routine - Lodging',
]);
const OF_CALLBACKS = /^Call Back|^Admin\. Complaint Callback|^Emergency Order Callback/;
const OF_FIRST_VISITS =
  /^(?:Inspection Completed|Warning Issued|Administrative complaint rec|Emergency order rec)/;

const FLAWS: readonly Flaw<VisitRow>[] = [
  {
    code: 'phones_for_names',
    says: 'have a phone number where a name or place belongs',
    is: ({ businessName, city }) => isPhone(businessName) || isPhone(city),
    allowed: NONE,
  },
  {
    code: 'no_names',
    says: 'have a name or city without a letter',
    is: ({ businessName, city }) => lacksLetters(businessName) || lacksLetters(city),
    allowed: FEW,
  },
  {
    code: 'blank_businesses',
    says: 'have no business name, city, zip code or inspection type',
    is: ({ businessName, city, zip, inspectionType }) =>
      businessName === '' || city === '' || zip === '' || inspectionType === '',
    allowed: FEW,
  },
  {
    code: 'counties_of_other_districts',
    says: 'are in a county that is not of their district',
    is: ({ countyCode, district }, file) =>
      findCounty(countyCode)?.district !== district || (file.district ?? district) !== district,
    allowed: { always: 1 },
  },
  {
    code: 'visits_of_other_years',
    says: 'were made outside the fiscal year of the file',
    is: ({ visitedOn }, { fiscalYear }) => !isWithin(yearWithOverrun(fiscalYear ?? ''), visitedOn),
    allowed: { always: 0, share: 0.001 },
  },
  {
    code: 'visits_years_away',
    says: 'were made more than a year before or after the fiscal year of the file',
    is: ({ visitedOn }, { fiscalYear }) => !isWithin(yearsAround(fiscalYear ?? ''), visitedOn),
    allowed: NONE,
  },
  {
    code: 'unknown_inspection_types',
    says: 'have an inspection type that the regulator does not use',
    is: ({ inspectionType }) => !TYPES.has(inspectionType),
    allowed: FEW,
  },
  {
    code: 'numbers_of_other_types',
    says: 'have a license number of the other license type',
    is: ({ licenseType, digits, visitId }) =>
      /^..[0-6]/.test(digits) &&
      isTruckNumber(digits) !== (licenseType === '2014') &&
      !isFictionalVisit(visitId),
    allowed: { always: 0, share: 0.001 },
  },
  {
    code: 'dispositions_against_visits',
    says: 'have a callback’s disposition on a first visit, or a first visit’s on a callback',
    is: ({ visitNumber, disposition }) =>
      visitNumber === 1 ? OF_CALLBACKS.test(disposition) : OF_FIRST_VISITS.test(disposition),
    allowed: { always: 5, share: 0.04 },
  },
];

/** Food trucks and hot dog carts have a series of their own; the digits above it are issued to nobody yet. */
function isTruckNumber(digits: string): boolean {
  return /^..[56]/.test(digits);
}

/** Cached, because every row is asked about the same one. */
const yearWithOverrun = memoize((fiscalYear) => daysAround(fiscalYear, 0, OVERRUN_DAYS), 100);
const yearsAround = memoize((fiscalYear) => daysAround(fiscalYear, 366, 366), 100);

function daysAround(fiscalYear: string, before: number, after: number): readonly [IsoDate, IsoDate] {
  const year = Number(fiscalYear.slice(0, 4));
  return [addDays(`${year}-07-01`, -before), addDays(`${year + 1}-06-30`, after)];
}

function isWithin([first, last]: readonly [IsoDate, IsoDate], day: IsoDate): boolean {
  return day >= first && day <= last;
}

const licenseOf = ({ licenseType, digits }: VisitRow) => `${licenseType}:${digits}`;
const caseOf = ({ licenseType, caseId }: VisitRow) => `${licenseType}:${caseId}`;

/** Each was true of all 28,905 visits. */
const TIES: readonly Tie<VisitRow>[] = [
  {
    code: 'license_ids_of_several',
    says: 'have the License ID of another license',
    keyOf: ({ licenseId }) => String(licenseId),
    valueOf: licenseOf,
    allowed: NONE,
  },
  {
    code: 'cases_of_several',
    says: 'have the Inspection Number of another owner',
    keyOf: caseOf,
    valueOf: (row) => `${row.licenseId}:${row.digits}`,
    allowed: { always: 1, share: 0.001 },
  },
  {
    code: 'types_of_cases_differ',
    says: 'have another inspection type than the rest of their case',
    keyOf: caseOf,
    valueOf: ({ inspectionType }) => inspectionType,
    allowed: FEW,
  },
  {
    code: 'licenses_of_two_counties',
    says: 'are in another county than the rest of their license',
    keyOf: licenseOf,
    valueOf: ({ countyCode }) => countyCode,
    allowed: FEW,
  },
  {
    code: 'numbers_of_two_types',
    says: 'have the license number of another license type',
    keyOf: ({ digits }) => digits,
    valueOf: ({ licenseType }) => licenseType,
    allowed: FEW,
  },
  {
    code: 'visits_of_cases_doubled',
    says: 'are the same visit of a case under another id',
    keyOf: (row) => `${caseOf(row)}:${row.visitNumber}`,
    valueOf: ({ visitId }) => String(visitId),
    allowed: { always: 1, share: 0.001 },
  },
];

/** Of 272 visits in two files: 9 other counts, 2 other names, 2 other cities, 1 other zip code, and nothing else. */
const CHANGES: readonly Change<VisitRow>[] = [
  {
    code: 'visits_of_others',
    says: 'belong to another license, owner or case',
    is: differsIn('licenseType', 'digits', 'licenseId', 'caseId'),
    allowed: { always: 1 },
  },
  {
    code: 'visits_renumbered_in_case',
    says: 'have another place in their case',
    is: differsIn('visitNumber'),
    allowed: FEW,
  },
  { code: 'visits_redated', says: 'have another day', is: differsIn('visitedOn'), allowed: FEW },
  {
    code: 'visits_redisposed',
    says: 'have another disposition',
    is: differsIn('disposition'),
    allowed: { always: 2, share: 0.01 },
  },
  {
    code: 'inspection_types_changed',
    says: 'have another inspection type',
    is: differsIn('inspectionType'),
    allowed: FEW,
  },
  {
    code: 'visits_recounted',
    says: 'have other counts of violations',
    is: differsIn('total', 'highPriority', 'intermediate', 'basic'),
    allowed: { always: 5, share: 0.035 },
  },
  {
    code: 'categories_changed',
    says: 'have other counts by category',
    is: differsIn('categories'),
    allowed: { always: 2, share: 0.01 },
  },
  {
    code: 'categories_exchanged',
    says: 'have the same counts under other categories',
    is: (after, before) => after.categories !== before.categories && countsIn(after) === countsIn(before),
    // An inspector's slip may be corrected; two are columns that changed places.
    allowed: { always: 1, share: 0.002 },
  },
  {
    code: 'letters_lost',
    says: 'lost letters of a name or city',
    is: (after, before) =>
      hasLostLetters(before.businessName, after.businessName) || hasLostLetters(before.city, after.city),
    allowed: NONE,
  },
  {
    code: 'businesses_renamed',
    says: 'have another business name',
    is: differsIn('businessName'),
    allowed: { always: 5, share: 0.02 },
  },
  {
    code: 'places_changed',
    says: 'have another city or zip code',
    is: differsIn('city', 'zip'),
    allowed: { always: 5, share: 0.02 },
  },
  {
    code: 'counties_changed',
    says: 'have another county or district',
    is: differsIn('countyCode', 'district'),
    allowed: FEW,
  },
  {
    code: 'handhelds_changed',
    says: 'have another PDA status',
    is: differsIn('pda'),
    allowed: { always: 2, share: 0.01 },
  },
];

function countsIn({ categories }: VisitRow): string {
  return parseCategories(categories)
    .map(([, count]) => count)
    .sort()
    .join(' ');
}

/** Of three real years, July 1 to 10 has 55 % of its even share or more; visits reach a file a week late. */
const PACE_SHARE_MIN = 0.1;
const PACE_LAG_DAYS = 7;

/** The fewest visits, of any business, in a fiscal year's first file, by those of the year before. */
export function fewestOfYear({ fiscalYear, stateOn }: FileFacts, lastYear: number): number {
  const days = daysBetween(`${fiscalYear?.slice(0, 4)}-07-01`, stateOn) - PACE_LAG_DAYS;
  return Math.ceil((Math.min(Math.max(days, 0), 365) / 365) * lastYear * PACE_SHARE_MIN);
}

export const VISIT_LIKENESS: Likeness<VisitRow> = {
  noun: 'visit',
  keyOf: ({ visitId }) => String(visitId),
  flaws: FLAWS,
  ties: TIES,
  changes: CHANGES,
  gone: { always: 2, share: 0.01 },
  renamed: { keyOf: (row) => `${caseOf(row)}:${row.visitNumber}`, allowed: NONE },
  daysMax: Number.POSITIVE_INFINITY,
};
