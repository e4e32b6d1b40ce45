import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';

/**
 * The order in which visits under a license took place. Holds, concerns, ownership and the record all use it.
 */

interface Ordered {
  readonly visitedOn: IsoDate;
  readonly visitId: number;
}

/**
 * Compares visits by date, then by the regulator's sequential ID. Visit numbers start over in each case, so
 * they do not give the order of two cases on the same date. Within a case, IDs are in the same order as visit
 * numbers.
 */
export function compareVisits(a: Ordered, b: Ordered): number {
  return compareText(a.visitedOn, b.visitedOn) || a.visitId - b.visitId;
}

/** Returns the last visit in the order of {@link compareVisits}, or undefined if there are none. */
export function newestVisit<Row extends Ordered>(visits: readonly Row[]): Row | undefined {
  return visits.reduce<Row | undefined>(
    (newest, visit) => (!newest || compareVisits(visit, newest) > 0 ? visit : newest),
    undefined,
  );
}
