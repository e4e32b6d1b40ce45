import { memoize } from '../../../lib/cache/memoize.ts';
import { addDays, type IsoDate } from '../../../lib/time/dates.ts';
import { parseCategories } from '../../source/categories.ts';
import {
  type Change,
  type FileFacts,
  type FileProfile,
  type Flaw,
  NEVER,
  RARELY,
} from '../../source/file-profile.ts';
import type { VisitRow } from '../../source/parsed-file.ts';
import { findCounty } from '../vocabulary/counties.ts';
import { dispositionOf, isKnownDisposition } from '../vocabulary/dispositions.ts';
import { hasNumberOfOtherType } from './number-series.ts';
import { isShared, lacksLetters, namesRepeated } from './profile-names.ts';

/** The figures from real files are in docs/importing.md, "Bounds". */

/** The file for a fiscal year continues into the first days of July of the next fiscal year. */
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

/**
 * Categories in which all violations have the same severity. In the data, 6,088 were basic and 918
 * intermediate.
 */
const ALL_BASIC: ReadonlySet<number> = new Set([6, 21, 23, 24, 25, 33, 36, 38, 40, 42]);
const ALL_INTERMEDIATE: ReadonlySet<number> = new Set([53]);
/**
 * The share of rows at which a flaw is significant. No row in a correct file has the flaw, but if two columns
 * are swapped, only some rows reveal it.
 */
const SOME = 0.2;

const FLAWS: readonly Flaw<VisitRow>[] = [
  {
    code: 'names_unreadable',
    says: 'have no business name with a letter',
    is: ({ businessName }) => businessName === '' || lacksLetters(businessName),
  },
  {
    code: 'cities_unreadable',
    says: 'have no city with a letter',
    is: ({ city }) => city === '' || lacksLetters(city),
  },
  {
    code: 'unknown_inspection_types',
    says: 'have an inspection type that the regulator does not use',
    is: ({ inspectionType }) => !TYPES.has(inspectionType),
  },
  {
    code: 'unknown_dispositions',
    says: 'have a disposition that the regulator does not use',
    is: ({ disposition }) => !isKnownDisposition(disposition),
  },
  {
    code: 'dispositions_against_visits',
    says: 'have a callback’s disposition on a first visit, or a first visit’s on a callback',
    is: ({ visitNumber, disposition }) =>
      visitNumber === 1 ? OF_CALLBACKS.test(disposition) : OF_FIRST_VISITS.test(disposition),
  },
  {
    code: 'counts_unknown',
    says: 'have counts that are blank or contradict each other',
    is: ({ total }) => total === null,
  },
  {
    code: 'visits_of_other_years',
    says: 'were made outside the fiscal year of the file',
    is: isOfOtherYear,
    leavesOut: true,
  },
  {
    code: 'counties_of_other_districts',
    says: 'are in a county that is not of their district',
    is: ({ countyCode, district }, file: FileFacts) =>
      findCounty(countyCode)?.district !== district || (file.district ?? district) !== district,
  },
  {
    code: 'numbers_of_other_types',
    needsOperator: true,
    says: 'have a license number of the other license type',
    is: hasNumberOfOtherType,
    leavesOut: true,
  },
  {
    code: 'numbers_of_other_counties',
    needsOperator: true,
    says: 'have a license number that was not issued in their county',
    is: ({ digits, countyCode }) => countyCode !== '' && !digits.startsWith(countyCode),
  },
  namesRepeated(),
  {
    code: 'cases_repeated',
    needsOperator: true,
    says: 'have the case and the number of another visit',
    is: isShared(
      ({ licenseType, caseId, visitNumber }) => `${licenseType}:${caseId}:${visitNumber}`,
      ({ visitId }) => String(visitId),
    ),
    refusedBeyond: SOME,
  },
  {
    code: 'severities_exchanged',
    needsOperator: true,
    says: 'have fewer basic or intermediate violations than their categories show',
    is: contradictsSeverity,
    opposite: (visit) => visit.total !== null && hasSeverity(visit) && !contradictsSeverity(visit),
    refusedBeyond: SOME,
  },
];

/** Returns true if the categories include more violations of a severity than the row counts for it. */
function contradictsSeverity({ basic, intermediate, categories }: VisitRow): boolean {
  if (basic === null || intermediate === null) return false;
  return citedIn(categories, ALL_BASIC) > basic || citedIn(categories, ALL_INTERMEDIATE) > intermediate;
}

function hasSeverity({ categories }: VisitRow): boolean {
  return citedIn(categories, ALL_BASIC) + citedIn(categories, ALL_INTERMEDIATE) > 0;
}

function citedIn(categories: string, wanted: ReadonlySet<number>): number {
  return parseCategories(categories).reduce(
    (sum, [category, count]) => sum + (wanted.has(category) ? count : 0),
    0,
  );
}

function isOfOtherYear({ visitedOn }: VisitRow, { fiscalYear }: FileFacts): boolean {
  return !isWithin(yearWithOverrun(fiscalYear ?? ''), visitedOn);
}

/** Cached because every row in a file needs the same fiscal year. */
const yearWithOverrun = memoize((fiscalYear): readonly [IsoDate, IsoDate] => {
  const year = Number(fiscalYear.slice(0, 4));
  return [`${year}-07-01`, addDays(`${year + 1}-06-30`, OVERRUN_DAYS)];
}, 100);

function isWithin([first, last]: readonly [IsoDate, IsoDate], day: IsoDate): boolean {
  return day >= first && day <= last;
}

function differsIn(...fields: readonly (keyof VisitRow)[]): Change<VisitRow>['is'] {
  return (after, before) => fields.some((field) => after[field] !== before[field]);
}

function isKnown({ disposition }: VisitRow): boolean {
  return dispositionOf(disposition).result !== 'unknown';
}

function isSoftened(after: VisitRow, before: VisitRow): boolean {
  if (!isKnown(after) || !isKnown(before)) return false;
  return dispositionOf(after.disposition).severity < dispositionOf(before.disposition).severity;
}

function isLowered(after: VisitRow, before: VisitRow): boolean {
  const fields = ['total', 'highPriority', 'intermediate', 'basic'] as const;
  return fields.some((field) => (after[field] ?? 0) < (before[field] ?? 0));
}

/** Inspectors complete their counts after the visit, so many counts may change at the same time. */
const HALF = 0.5;

const CHANGES: readonly Change<VisitRow>[] = [
  {
    code: 'visits_of_others',
    says: 'belong to another license, owner or case than before',
    is: differsIn('licenseType', 'digits', 'licenseId', 'caseId', 'visitNumber'),
    usual: { rows: 1 },
  },
  {
    code: 'visits_redated',
    says: 'have another day than before',
    is: differsIn('visitedOn'),
    usual: { rows: 2, share: 0.005 },
  },
  {
    code: 'visits_moved_to_other_years',
    says: 'have a day outside the fiscal year of the file',
    is: (after, before, file) => after.visitedOn !== before.visitedOn && isOfOtherYear(after, file),
    usual: NEVER,
  },
  {
    code: 'visits_redisposed',
    says: 'have another disposition than before',
    is: (after, before) => isKnown(before) && after.disposition !== before.disposition,
    usual: { rows: 5, share: 0.03 },
    isTakenAtOnce: true,
  },
  {
    code: 'visits_softened',
    says: 'have a milder disposition than before',
    is: isSoftened,
    usual: { rows: 2, share: 0.01 },
  },
  {
    code: 'dispositions_lost',
    says: 'have no known disposition any more',
    is: (after, before) => isKnown(before) && !isKnown(after),
    usual: NEVER,
  },
  {
    code: 'counts_lost',
    says: 'have no known counts any more',
    is: (after, before) => after.total === null && before.total !== null,
    usual: NEVER,
  },
  {
    code: 'inspection_types_changed',
    says: 'have another inspection type than before',
    is: differsIn('inspectionType'),
    usual: { rows: 2, share: 0.005 },
  },
  {
    code: 'counts_zeroed',
    says: 'have no violation any more',
    is: (after, before) => after.total === 0 && (before.total ?? 0) > 0,
    usual: { rows: 2, share: 0.01 },
  },
  {
    code: 'visits_recounted',
    says: 'have fewer violations than before',
    is: isLowered,
    usual: { rows: 3, share: 0.03 },
    refusedBeyond: HALF,
  },
  {
    code: 'categories_changed',
    says: 'have the same number of violations in other categories than before',
    is: (after, before) => after.categories !== before.categories && after.total === before.total,
    usual: { rows: 3, share: 0.05 },
    refusedBeyond: HALF,
    isTakenAtOnce: true,
  },
  {
    code: 'names_of_others',
    says: 'have the business name of another visit',
    is: (after, before) => after.businessName !== before.businessName && after.businessName !== '',
    ofOthers: ({ businessName }) => businessName,
    usual: RARELY,
  },
  {
    code: 'businesses_renamed',
    says: 'have another business name than before',
    is: differsIn('businessName'),
    usual: { rows: 3, share: 0.03 },
  },
];

export const VISIT_PROFILE: FileProfile<VisitRow> = {
  noun: 'visit',
  keyOf: ({ visitId }) => String(visitId),
  flaws: FLAWS,
  changes: CHANGES,
  gone: { usual: { rows: 2, share: 0.01 }, stays: true },
  /** A case has only one visit for each visit number. */
  identityOf: ({ licenseType, caseId, visitNumber }) => `${licenseType}:${caseId}:${visitNumber}`,
  /** A License ID identifies one ownership of one license. */
  sharedBy: ({ licenseId }) => String(licenseId),
  contradicts: (row, { sharing }) =>
    sharing(row).some(({ licenseType, digits }) => licenseType !== row.licenseType || digits !== row.digits),
  daysMax: Number.POSITIVE_INFINITY,
};
