import { daysApart, plusDays } from './days.ts';
import { letterOf, scoreOf } from './letter.ts';
import type { Case, Truth, Visit } from './truth.ts';

/** Predicts the effect of further inspections with the rule in docs/decisions/0016. */

const INSPECTIONS_MAX = 6;

interface Step {
  readonly letter: string | undefined;
  readonly on: string;
}

interface Findings {
  readonly high: number;
  readonly intermediate: number;
  readonly basic: number;
}

export const NOTHING: Findings = { high: 0, intermediate: 0, basic: 0 };

/** Returns the median number of days between inspections, or 30 if the median is lower. */
export function rhythmOf({ current }: Truth): number | undefined {
  const days = current.map(({ first }) => first.day).sort();
  const gaps = days.slice(1).map((day, index) => daysApart(days[index] ?? day, day));
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)];
  return median === undefined ? undefined : Math.max(30, median);
}

/** Returns the letter after each of the next six inspections, if they meet standards with these findings. */
export function stepsAhead(truth: Truth, found: Findings): Step[] {
  const rhythm = rhythmOf(truth);
  const newest = truth.current.at(-1);
  if (rhythm === undefined || !newest) return [];
  const now = truth.today > truth.asOf ? truth.today : truth.asOf;
  const due = plusDays(newest.first.day, rhythm);
  const start = due > now ? due : plusDays(now, 1);
  const days = Array.from({ length: INSPECTIONS_MAX }, (_, index) => plusDays(start, index * rhythm));
  return days.map((on, index) => {
    const later = days.slice(0, index + 1).map((day) => nextCase(newest, day, found));
    const score = scoreOf([...truth.current, ...later], on);
    return { letter: score === null ? undefined : letterOf(score), on };
  });
}

function nextCase(newest: Case, day: string, found: Findings): Case {
  const counts = { total: found.high + found.intermediate + found.basic, ...found };
  const outcome = { result: 'met' as const, gravity: 0, points: 0 };
  const visit: Visit = { ...newest.first, ...outcome, day, counts, inspectionType: 'Routine - Food' };
  return { ...newest, first: visit, lastVisit: visit, worst: visit, visits: [visit] };
}

export function nextBetter(letter: string): string {
  return 'ABCDF'.charAt('ABCDF'.indexOf(letter) - 1);
}

/**
 * Returns the findings of the newest inspection with known counts, other than its high-priority violations.
 */
export function lesserOf({ current }: Truth): Findings {
  const counts = current.findLast(({ first }) => first.counts)?.first.counts;
  return { high: 0, intermediate: counts?.intermediate ?? 0, basic: counts?.basic ?? 0 };
}
