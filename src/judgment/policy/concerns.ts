import { compareText } from '../../lib/text/text.ts';
import { addMonths, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactClosure } from '../../regulator/source/vendor-facts.ts';
import { type Case, knownCounts, type Visit } from '../score/cases.ts';
import { SCORE_RULES } from '../score/rules.ts';
import { countKnown, gradeOf, scoreValue } from '../score/score.ts';
import { compareVisits } from '../score/visit-order.ts';
import type { FinalOrder } from '../scorecard/schemas.ts';
import { type CountedOrder, newestOwnOrder } from './final-orders.ts';
import { closuresIn, type PastClosure } from './past-closures.ts';

/**
 * The facts that decisions and self-checks use in addition to grade, hold and rollup. All of them are about
 * the current owner, up to the as-of date.
 */
export interface Concerns {
  /** Every emergency closure in the past twelve months, reopened or not, newest first. */
  readonly closures: readonly PastClosure[];
  /** The number of inspections with a known outcome and known counts. A letter is based on these. */
  readonly known_inspections: number;
  /**
   * The complaints and closures that no later visit that met standards has resolved. Only the first one in
   * each case is listed, and the oldest comes first.
   */
  readonly unresolved: readonly Unresolved[];
  /**
   * True if there are at least two inspections on file and they would result in the lowest grade, even if
   * they are too old or too incomplete for a grade.
   */
  readonly is_lowest: boolean;
  /**
   * The number of high-priority violations at the newest inspection with a known outcome and known counts.
   */
  readonly last_high_priority: number;
  /** The date of the latest warning, extension, complaint or closure. */
  readonly last_measure_on: IsoDate | null;
  /**
   * True if the files cover the past year and contain every inspection in it, starting with its first visit.
   */
  readonly whole_12m: boolean;
  readonly last_inspected_on: IsoDate | null;
  readonly last_result: 'met' | 'follow_up' | 'closed' | 'unknown' | null;
  /** The date of the newest inspection if its counts are unknown. Otherwise null. */
  readonly counts_unknown_on: IsoDate | null;
  /** The newest final order against the current holder, regardless of its age. */
  readonly final_order: CountedOrder | null;
}

export interface Unresolved {
  /** The disposition in the regulator's words. */
  readonly text: string;
  readonly on: IsoDate;
  readonly is_closure: boolean;
}

const LOWEST_GRADE = 'F';
interface ConcernContext {
  readonly asOf: IsoDate;
  /** True if the files cover the twelve months up to the as-of date. */
  readonly isYearWhole: boolean;
  readonly orders: readonly FinalOrder[];
}

/** Returns the concerns. `cases` must be sorted from oldest to newest. */
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
    closures: closuresIn(cases, closures, { after: addMonths(asOf, -12), asOf }),
    known_inspections: countKnown(cases),
    unresolved: unresolvedMeasures(cases, inOrder),
    is_lowest: cases.length >= SCORE_RULES.minimumRecord.cases && gradeOf(scoreValue(cases)) === LOWEST_GRADE,
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

/**
 * Returns the complaints and closures that no later visit has resolved. Closures are treated like complaints.
 * Otherwise, a milder enforcement action could weigh more than a more serious one.
 */
function unresolvedMeasures(cases: readonly Case[], inOrder: readonly Visit[]): Unresolved[] {
  const met = inOrder.findLastIndex(
    ({ disposition }) => REGULATOR.dispositionOf(disposition).result === 'met',
  );
  const since = new Set(inOrder.slice(met + 1).map(({ visitId }) => visitId));
  return cases
    .flatMap(({ visits }) => {
      const first = visits.find(({ visitId, disposition }) => {
        const { measure, result } = REGULATOR.dispositionOf(disposition);
        return since.has(visitId) && (measure === 'complaint' || result === 'closed');
      });
      if (!first) return [];
      const { disposition: text, visitedOn: on } = first;
      return { text, on, is_closure: REGULATOR.dispositionOf(text).result === 'closed' };
    })
    .sort((a, b) => compareText(a.on, b.on));
}
