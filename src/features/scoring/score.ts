import { addMonths, daysBetween, type IsoDate } from '../../lib/dates.ts';
import { dispositionOf } from '../regulator/dispositions.ts';
import type { Case } from './cases.ts';
import {
  CASE_POINTS_MAX,
  CUT_OFFS,
  HALF_LIFE_DAYS,
  MEAN_CASES,
  MEAN_POINTS,
  MINIMUM_RECORD,
  POINTS_PER_CITATION,
  POINTS_PER_GRAVITY,
  PRE_OPENING_TYPE,
  SCORE_PER_POINT,
} from './rules-v1.ts';

export type Grade = (typeof CUT_OFFS)[number]['grade'];

export type Score =
  | { readonly scored: true; readonly value: number; readonly grade: Grade }
  | { readonly scored: false; readonly reason: 'insufficient_record' };

/**
 * The score of one owner's cases as of a day, 0–100 with one decimal, higher is better. Pure; the order of
 * `cases` does not matter. Age is counted from the newest case, so that waiting alone changes no score:
 * a record that grows too old loses its letter instead.
 */
export function scoreCases(cases: readonly Case[], asOf: IsoDate): Score {
  if (!hasMinimumRecord(cases, asOf)) return { scored: false, reason: 'insufficient_record' };
  const ordered = inStableOrder(cases);
  const newest = ordered.at(-1)?.openedOn ?? asOf;
  let weights = 0;
  let points = 0;
  for (const single of ordered) {
    const weight = 0.5 ** (daysBetween(single.openedOn, newest) / HALF_LIFE_DAYS);
    weights += weight;
    points += weight * casePoints(single);
  }
  const shrunk = (cases.length * (points / weights) + MEAN_CASES * MEAN_POINTS) / (cases.length + MEAN_CASES);
  const value = Math.max(0, Math.round((100 - SCORE_PER_POINT * shrunk) * 10) / 10);
  return { scored: true, value, grade: gradeOf(value) };
}

/** Points of one case, 0 to 20. A case whose outcome is unknown never counts as better than the mean. */
export function casePoints(single: Case): number {
  const gravity = dispositionOf(single.worst).gravity;
  const points =
    single.highPriority * POINTS_PER_CITATION.highPriority +
    single.intermediate * POINTS_PER_CITATION.intermediate +
    single.basic * POINTS_PER_CITATION.basic +
    (POINTS_PER_GRAVITY[gravity] ?? 0);
  const capped = Math.min(CASE_POINTS_MAX, points);
  return hasKnownOutcome(single) ? capped : Math.max(MEAN_POINTS, capped);
}

/** The letter of a score. */
export function gradeOf(value: number): Grade {
  return CUT_OFFS.find(({ least }) => value >= least)?.grade ?? 'F';
}

function hasMinimumRecord(cases: readonly Case[], asOf: IsoDate): boolean {
  const known = cases.filter(hasKnownOutcome);
  const operating = known.filter(({ inspectionType }) => inspectionType !== PRE_OPENING_TYPE);
  const earliest = addMonths(asOf, -MINIMUM_RECORD.monthsSinceNewest);
  return (
    known.length >= MINIMUM_RECORD.cases &&
    operating.length >= MINIMUM_RECORD.operatingCases &&
    known.some(({ openedOn }) => openedOn > earliest)
  );
}

function hasKnownOutcome(single: Case): boolean {
  return dispositionOf(single.outcome).result !== 'unknown';
}

/** Sums of fractions depend on their order in the last digit; the order of cases must not matter. */
function inStableOrder(cases: readonly Case[]): Case[] {
  return [...cases].sort((a, b) =>
    a.openedOn < b.openedOn ? -1 : a.openedOn > b.openedOn ? 1 : a.caseId - b.caseId,
  );
}
