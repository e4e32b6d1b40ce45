import { compareText } from '../../lib/text/text.ts';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactClosure } from '../../regulator/source/vendor-facts.ts';
import type { Case, Visit } from '../score/cases.ts';

/**
 * Determines a record's closures. Decisions, the self-check and the list of closures all use this definition.
 */

export interface PastClosure {
  readonly on: IsoDate;
  /**
   * True if this is the date of the closure. False if only a callback is on file, so that the closure must
   * have been before this date.
   */
  readonly is_exact: boolean;
  /**
   * The date of the first later visit or report that lets the business operate again, or null if none is on
   * file.
   */
  readonly reopened_on: IsoDate | null;
}

export const RECENT_CLOSURE_DAYS = 90;
const REPORTED_WITHIN_DAYS = 2;

/** Returns true if, because of this closure, we still advise against booking the vendor on the given date. */
export function isRecentClosure({ on }: Pick<PastClosure, 'on'>, day: IsoDate): boolean {
  return on > addDays(day, -RECENT_CLOSURE_DAYS);
}

/**
 * Returns the closures between two dates, newest first: emergency orders, and reports about other closures.
 * If a case has neither, uses the first callback that shows that there was a closure.
 */
export function closuresIn(
  cases: readonly Case[],
  reports: readonly FactClosure[],
  { after, asOf }: { readonly after: IsoDate; readonly asOf: IsoDate },
): PastClosure[] {
  const reported = reports.map(({ closedOn }) => closedOn);
  const emergencies = cases.map(({ visits }) => visits.filter(isEmergency));
  const ordered = emergencies.flat().filter(isOrder).map(dayOf);
  const days = new Map(ordered.map((day) => [day, true]));
  for (const day of reported) if (!isReportOfOrder(day, ordered)) days.set(day, true);
  for (const visits of emergencies) {
    const callback = visits[0]?.visitedOn;
    if (callback === undefined || visits.some(isOrder)) continue;
    if (!isReportOf(callback, reported) && !days.has(callback)) days.set(callback, false);
  }
  const visits = cases.flatMap((single) => single.visits);
  return [...days]
    .filter(([on]) => on > after && on <= asOf)
    .map(([on, isExact]) => ({ on, is_exact: isExact, reopened_on: reopeningAfter(on, visits, reports) }))
    .sort((a, b) => compareText(b.on, a.on));
}

/**
 * Returns the first date after a closure on which a visit or a report lets the business operate again. A
 * callback on the same date counts as later, even if it is the callback that shows the closure.
 */
function reopeningAfter(
  closedOn: IsoDate,
  visits: readonly Visit[],
  reports: readonly FactClosure[],
): IsoDate | null {
  const visited = visits
    .filter((visit) => visit.visitedOn > closedOn || (visit.visitedOn === closedOn && isEmergency(visit)))
    .filter(({ disposition }) => REGULATOR.dispositionOf(disposition).effect === 'reopens')
    .map(dayOf);
  const reported = reports
    .filter((report) => isReportOfOrder(report.closedOn, [closedOn]))
    .flatMap(({ reopenedOn }) => (reopenedOn !== null && reopenedOn >= closedOn ? [reopenedOn] : []));
  return [...visited, ...reported].sort()[0] ?? null;
}

/**
 * Returns true if a report is about a closure that a visit ordered, because its date is the date of the order
 * or one of the next two. By law, the business is inspected again within 24 hours.
 */
function isReportOfOrder(closedOn: IsoDate, ordered: readonly IsoDate[]): boolean {
  return ordered.some((day) => day <= closedOn && closedOn <= addDays(day, REPORTED_WITHIN_DAYS));
}

/** Returns true if an earlier report already covers the closure that a callback belongs to. */
function isReportOf(callback: IsoDate, reported: readonly IsoDate[]): boolean {
  return reported.some((day) => day <= callback && isRecentClosure({ on: day }, callback));
}

function isEmergency({ disposition }: Visit): boolean {
  return REGULATOR.dispositionOf(disposition).measure === 'emergency';
}

function isOrder({ disposition }: Visit): boolean {
  return disposition === REGULATOR.emergencyOrder;
}

function dayOf({ visitedOn }: Visit): IsoDate {
  return visitedOn;
}
