import { addDays, addMonths, type IsoDate } from '../../lib/dates.ts';
import type { FactClosure } from '../intake/facts.ts';
import { type Case, knownCounts, type Visit } from '../scoring/cases.ts';
import { countKnown } from '../scoring/score.ts';
import { compareVisits } from '../scoring/visit-order.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { type CountedOrder, newestOwnOrder } from './final-orders.ts';
import type { FinalOrder } from './schemas.ts';

/** What a decision and a self-check look at beside grade, hold and rollup; all of the current owner, up to the as-of day. */
export interface Concerns {
  /** Day of the newest emergency closure within 90 days, reopened or not. */
  readonly recent_closure_on: IsoDate | null;
  /** Day of the newest emergency closure within twelve months, reopened or not. */
  readonly closed_in_year_on: IsoDate | null;
  /** How many inspections with a known outcome and known counts a letter rests on. */
  readonly known_inspections: number;
  /** The oldest complaint or closure that no later visit meeting standards has followed; the regulator's words. */
  readonly unresolved: { readonly text: string; readonly on: IsoDate } | null;
  /** High-priority violations at the newest inspection whose outcome and counts are known. */
  readonly last_high_priority: number;
  /** Newest day of a warning, extension, complaint or closure. */
  readonly last_measure_on: IsoDate | null;
  /** Whether the files cover the last year, and every inspection of it is on file from its first visit on. */
  readonly whole_12m: boolean;
  readonly last_inspected_on: IsoDate | null;
  readonly last_result: 'met' | 'follow_up' | 'closed' | 'unknown' | null;
  /** Day of the newest inspection if its counts are unknown. */
  readonly counts_unknown_on: IsoDate | null;
  /** The newest final order of the current holder, however old. */
  readonly final_order: CountedOrder | null;
}

export const RECENT_CLOSURE_DAYS = 90;

interface ConcernContext {
  readonly asOf: IsoDate;
  /** Whether the files cover the twelve months to the as-of day. */
  readonly isYearWhole: boolean;
  readonly orders: readonly FinalOrder[];
}

/** Pure; the order of cases is theirs, oldest first. */
export function concernsOf(
  cases: readonly Case[],
  closures: readonly FactClosure[],
  { asOf, isYearWhole, orders }: ConcernContext,
): Concerns {
  const newest = cases.at(-1);
  const known = cases.findLast(
    (single) => REGULATOR.dispositionOf(single.outcome).result !== 'unknown' && knownCounts(single),
  );
  const inOrder = cases.flatMap((single) => single.visits).sort(compareVisits);
  const last = inOrder.at(-1);
  return {
    recent_closure_on: newestClosure(inOrder, closures, { after: addDays(asOf, -RECENT_CLOSURE_DAYS), asOf }),
    closed_in_year_on: newestClosure(inOrder, closures, { after: addMonths(asOf, -12), asOf }),
    known_inspections: countKnown(cases),
    unresolved: unresolvedMeasure(inOrder),
    last_high_priority: known?.highPriority ?? 0,
    last_measure_on: lastMeasure(inOrder, closures, asOf),
    whole_12m:
      isYearWhole &&
      cases
        .filter(({ openedOn }) => openedOn > addMonths(asOf, -12))
        .every(({ visits: own }) => own[0]?.visitNumber === 1),
    last_inspected_on: last?.visitedOn ?? null,
    last_result: last ? REGULATOR.dispositionOf(last.disposition).result : null,
    counts_unknown_on: newest && !knownCounts(newest) ? newest.openedOn : null,
    final_order: newestOwnOrder(orders),
  };
}

/** An order or a report of the regulator's; only where neither is on file, a callback that found it closed. */
function newestClosure(
  inOrder: readonly Visit[],
  closures: readonly FactClosure[],
  { after, asOf }: { readonly after: IsoDate; readonly asOf: IsoDate },
): IsoDate | null {
  const newest = (days: readonly IsoDate[]) =>
    days
      .filter((day) => day <= asOf && day > after)
      .toSorted()
      .at(-1);
  const closing = inOrder.filter(({ disposition }) => {
    const { effect, measure } = REGULATOR.dispositionOf(disposition);
    return effect === 'closes' && measure === 'emergency';
  });
  const orders = closing.filter(({ disposition }) => disposition === REGULATOR.emergencyOrder);
  const reported = closures.map(({ closedOn }) => closedOn);
  return newest([...orders.map(dayOf), ...reported]) ?? newest(closing.map(dayOf)) ?? null;
}

function lastMeasure(
  inOrder: readonly Visit[],
  closures: readonly FactClosure[],
  asOf: IsoDate,
): IsoDate | null {
  const visits = inOrder.filter(({ disposition }) =>
    ['follow_up', 'closed'].includes(REGULATOR.dispositionOf(disposition).result),
  );
  const days = [...visits.map(dayOf), ...closures.map(({ closedOn }) => closedOn)];
  return (
    days
      .filter((day) => day <= asOf)
      .toSorted()
      .at(-1) ?? null
  );
}

function dayOf({ visitedOn }: Visit): IsoDate {
  return visitedOn;
}

/** A closure counts like a complaint here: otherwise a milder measure could weigh more than a graver one. */
function unresolvedMeasure(inOrder: readonly Visit[]): Concerns['unresolved'] {
  let unresolved: Concerns['unresolved'] = null;
  for (const visit of inOrder) {
    const { measure, result } = REGULATOR.dispositionOf(visit.disposition);
    if (result === 'met') unresolved = null;
    else if (measure === 'complaint' || result === 'closed')
      unresolved ??= { text: visit.disposition, on: visit.visitedOn };
  }
  return unresolved;
}
