import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { parseCategories } from '../../regulator/source/categories.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactVisit } from '../../regulator/source/vendor-facts.ts';
import { compareVisits } from './visit-order.ts';

/** One visit as the rules see it: never name, place or cuisine. */
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
 * A case: an inspection and its callbacks, (license type, inspection number) in the regulator's files. Counts
 * and day are those of its earliest visit on file: callbacks restate open items, adding them would count twice.
 */
export interface Case {
  readonly caseId: number;
  readonly licenseId: number;
  readonly openedOn: IsoDate;
  readonly inspectionType: string;
  /** Null are all four counts or none: see {@link knownCounts}. */
  readonly total: number | null;
  readonly highPriority: number | null;
  readonly intermediate: number | null;
  readonly basic: number | null;
  /** Citations at the first visit by its categories, which can be known when the counts are not; null when there are none. */
  readonly cited: number | null;
  /** Whether the first visit is on file. If not, counts and day are those of a callback. */
  readonly isOpened: boolean;
  /** Disposition of the last visit, verbatim. */
  readonly outcome: string;
  /** The gravest disposition of all visits, verbatim. */
  readonly worst: string;
  /** In the order of visit numbers. */
  readonly visits: readonly Visit[];
}

/** What an inspection counted. */
interface Counts {
  readonly total: number;
  readonly highPriority: number;
  readonly intermediate: number;
  readonly basic: number;
}

/** The counts of a visit or case; undefined when the file leaves them blank or contradicts itself. */
export function knownCounts(counted: Pick<Visit, keyof Counts>): Counts | undefined {
  const { total, highPriority, intermediate, basic } = counted;
  if (total === null || highPriority === null || intermediate === null || basic === null) return undefined;
  return { total, highPriority, intermediate, basic };
}

/** The cases of one license, oldest first; the order of `visits` does not matter. */
export function toCases(visits: readonly Visit[]): Case[] {
  const byCase = Map.groupBy(visits, ({ caseId }) => caseId);
  const cases = [...byCase.values()].flatMap((group) => toCase(group.sort(byVisitNumber)) ?? []);
  return cases.sort(compareCases);
}

/** The case opened first comes first; of one day's cases the one with the lower number. */
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
    worst: (gravestVisit(visits) ?? first).disposition,
    visits,
  };
}

function sumOfCategories(categories: string): number | null {
  return parseCategories(categories).reduce((sum, [, count]) => sum + count, 0) || null;
}

/** The visit with the gravest disposition; of several the first. */
export function gravestVisit(visits: readonly Visit[]): Visit | undefined {
  return visits.reduce<Visit | undefined>(
    (gravest, visit) => (gravest && gravity(visit) <= gravity(gravest) ? gravest : visit),
    undefined,
  );
}

function byVisitNumber(a: Visit, b: Visit): number {
  return a.visitNumber - b.visitNumber || compareVisits(a, b);
}

function gravity(visit: Visit): number {
  return REGULATOR.dispositionOf(visit.disposition).gravity;
}
