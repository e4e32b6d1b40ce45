import { addMonths, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { Disposition } from '../../regulator/source/source.ts';
import { type Case, knownCounts } from '../score/cases.ts';
import type { Rollup } from './schemas.ts';

/**
 * Adds up the cases in the twelve months up to and including the as-of date. A case is one inspection of any
 * type, with the counts from its earliest visit. If any case has unknown counts, the sums are unknown.
 * `cases` must be the current owner's, without any after that date.
 */
export function rollupOf(
  cases: readonly Case[],
  asOf: IsoDate,
  yearCovered: 'whole' | 'part' | 'none',
): Rollup {
  const inWindow = casesInWindow(cases, addMonths(asOf, -12), asOf);
  const known = inWindow.flatMap((single) => knownCounts(single) ?? []);
  const sum = (field: 'total' | 'highPriority' | 'intermediate' | 'basic') =>
    known.length < inWindow.length ? null : known.reduce((total, counts) => total + counts[field], 0);
  const withMeasure = (measure: Disposition['measure']) =>
    inWindow.filter((single) => hasMeasure(single, measure)).length;
  return {
    inspections: inWindow.length,
    violations: sum('total'),
    high_priority: sum('highPriority'),
    intermediate: sum('intermediate'),
    basic: sum('basic'),
    emergency_orders: withMeasure('emergency'),
    admin_complaints: withMeasure('complaint'),
    warnings: withMeasure('warning'),
    last_inspected_on: lastVisit(cases),
    whole_year: yearCovered === 'whole',
    year_covered: yearCovered,
  };
}

/** Returns the cases opened after `start`, up to and including `end`. */
export function casesInWindow(cases: readonly Case[], start: IsoDate, end: IsoDate): Case[] {
  return cases.filter(({ openedOn }) => openedOn > start && openedOn <= end);
}

/** Returns true if any visit in the case ended with the enforcement action. */
export function hasMeasure({ visits }: Case, measure: Disposition['measure']): boolean {
  return visits.some((visit) => REGULATOR.dispositionOf(visit.disposition).measure === measure);
}

function lastVisit(cases: readonly Case[]): IsoDate | null {
  let newest: IsoDate | null = null;
  for (const { visits } of cases)
    for (const { visitedOn } of visits) if (newest === null || visitedOn > newest) newest = visitedOn;
  return newest;
}
