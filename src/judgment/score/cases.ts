import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { parseCategories } from '../../regulator/source/categories.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactVisit } from '../../regulator/source/vendor-facts.ts';
import { compareVisits } from './visit-order.ts';

/** The data about a visit that the rules use. It never includes the name, place or cuisine. */
export type Visit = Pick<
  FactVisit,
  | 'visitId'
  | 'licenseId'
  | 'caseId'
  | 'visitNumber'
  | 'visitedOn'
  | 'inspectionType'
  | 'disposition'
  | 'total'
  | 'highPriority'
  | 'intermediate'
  | 'basic'
  | 'categories'
>;

/**
 * A case is an inspection and its callbacks. In the regulator's files, the license type and inspection number
 * identify it. Its counts and date come from its earliest visit on file. Callbacks repeat open items, so
 * adding their counts would count those items twice.
 */
export interface Case {
  readonly caseId: number;
  readonly licenseId: number;
  readonly openedOn: IsoDate;
  readonly inspectionType: string;
  /** All four counts are null if any of them is unknown; see {@link knownCounts}. */
  readonly total: number | null;
  readonly highPriority: number | null;
  readonly intermediate: number | null;
  readonly basic: number | null;
  /**
   * The number of citations at the first visit according to its categories, which may be known even if the
   * counts are not. Null if no category is cited.
   */
  readonly cited: number | null;
  /** True if the first visit is on file. If it is not, the counts and date come from a callback. */
  readonly isOpened: boolean;
  /** The disposition of the last visit, verbatim. */
  readonly outcome: string;
  /** The most severe disposition of any visit, verbatim. */
  readonly worst: string;
  /** Sorted by visit number. */
  readonly visits: readonly Visit[];
}

/** An inspection's counts. */
interface Counts {
  readonly total: number;
  readonly highPriority: number;
  readonly intermediate: number;
  readonly basic: number;
}

/** Returns the counts of a visit or case, or undefined if they are blank or inconsistent in the file. */
export function knownCounts(counted: Pick<Visit, keyof Counts>): Counts | undefined {
  const { total, highPriority, intermediate, basic } = counted;
  if (total === null || highPriority === null || intermediate === null || basic === null) return undefined;
  return { total, highPriority, intermediate, basic };
}

/** Returns the cases for one license, oldest first. The order of `visits` does not matter. */
export function toCases(visits: readonly Visit[]): Case[] {
  const byCase = Map.groupBy(visits, ({ caseId }) => caseId);
  const cases = [...byCase.values()].flatMap((group) => toCase(group.sort(byVisitNumber)) ?? []);
  return cases.sort(compareCases);
}

/** Orders cases by the date on which they were opened, then by number. */
export function compareCases(a: Case, b: Case): number {
  return compareText(a.openedOn, b.openedOn) || a.caseId - b.caseId;
}

function toCase(visits: readonly Visit[]): Case | undefined {
  const first = visits[0];
  const last = visits.at(-1);
  if (!first || !last) return undefined;
  return {
    caseId: first.caseId,
    licenseId: first.licenseId,
    openedOn: first.visitedOn,
    inspectionType: first.inspectionType,
    total: first.total,
    highPriority: first.highPriority,
    intermediate: first.intermediate,
    basic: first.basic,
    cited: sumOfCategories(first.categories),
    isOpened: first.visitNumber === 1,
    outcome: last.disposition,
    worst: (worstVisit(visits) ?? first).disposition,
    visits,
  };
}

function sumOfCategories(categories: string): number | null {
  return parseCategories(categories).reduce((sum, [, count]) => sum + count, 0) || null;
}

/** Returns the visit with the most severe disposition. If there are several, returns the first of them. */
export function worstVisit(visits: readonly Visit[]): Visit | undefined {
  return visits.reduce<Visit | undefined>(
    (gravest, visit) => (gravest && severity(visit) <= severity(gravest) ? gravest : visit),
    undefined,
  );
}

function byVisitNumber(a: Visit, b: Visit): number {
  return a.visitNumber - b.visitNumber || compareVisits(a, b);
}

function severity(visit: Visit): number {
  return REGULATOR.dispositionOf(visit.disposition).severity;
}
