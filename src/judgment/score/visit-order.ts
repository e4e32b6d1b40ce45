import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';

/**
 * The order in which visits to a license took place. Holds, concerns, ownership and the record all use it.
 */

interface Ordered {
  readonly visitedOn: IsoDate;
  readonly visitId: number;
}

/**
 * Sorts visits by day, then by the regulator's sequential ID. Visit numbers start over in each case, so they
 * cannot order two cases from the same day. Within a case, the IDs have the same order.
 */
export function compareVisits(a: Ordered, b: Ordered): number {
  return compareText(a.visitedOn, b.visitedOn) || a.visitId - b.visitId;
}

/** Returns the last visit by {@link compareVisits}; undefined if there is none. */
export function newestVisit<Row extends Ordered>(visits: readonly Row[]): Row | undefined {
  return visits.reduce<Row | undefined>(
    (newest, visit) => (!newest || compareVisits(visit, newest) > 0 ? visit : newest),
    undefined,
  );
}
