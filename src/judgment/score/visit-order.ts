import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';

/** The order in which visits of a license took place, which holds, concerns, owners and the record all go by. */

interface Ordered {
  readonly visitedOn: IsoDate;
  readonly visitId: number;
}

/**
 * The earlier visit first; of one day's visits the one with the regulator's lower running id. Visit numbers count within
 * a case, so they do not tell which of two cases came first on a day, and within a case the ids follow them.
 */
export function compareVisits(a: Ordered, b: Ordered): number {
  return compareText(a.visitedOn, b.visitedOn) || a.visitId - b.visitId;
}

/** The last visit by {@link compareVisits}; undefined when there is none. */
export function newestVisit<Row extends Ordered>(visits: readonly Row[]): Row | undefined {
  return visits.reduce<Row | undefined>(
    (newest, visit) => (!newest || compareVisits(visit, newest) > 0 ? visit : newest),
    undefined,
  );
}
