import { addDays, addMonths, daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Case, knownCounts } from './cases.ts';
import { SCORE_RULES } from './rules.ts';
import { isKnown, scoreCases } from './score.ts';
import type { Grade, ScoreRules } from './score-rules.ts';

/**
 * The maximum number of future inspections to predict. More than this would take years, which cannot be
 * predicted.
 */
export const INSPECTIONS_MAX = 6;
/**
 * The minimum interval between inspections, in days. Inspections that are closer together belong to a single
 * occasion and do not show a rhythm.
 */
const RHYTHM_DAYS_MIN = 30;

/**
 * The findings that are assumed at each future inspection. Every future inspection is assumed to be a routine
 * one that meets standards.
 */
export interface Findings {
  readonly highPriority: number;
  readonly intermediate: number;
  readonly basic: number;
}

export const NO_FINDINGS: Findings = { highPriority: 0, intermediate: 0, basic: 0 };

/** A letter that further inspections would reach. */
interface Step {
  readonly inspections: number;
  readonly grade: Grade;
  /** The date of the last of these inspections if they follow the rhythm. */
  readonly on: IsoDate;
}

/**
 * Returns the median number of days between inspections, but at least 30. Returns undefined if there are
 * fewer than two inspections.
 */
export function rhythmOf(cases: readonly Case[]): number | undefined {
  const days = cases.map(({ openedOn }) => openedOn).sort();
  const gaps = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day));
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)];
  return median === undefined ? undefined : Math.max(RHYTHM_DAYS_MIN, median);
}

/**
 * Returns the smallest number of inspections with these findings after which the letter satisfies the
 * condition. Returns undefined if even the maximum number does not reach such a letter.
 */
export function stepTo(
  record: { readonly cases: readonly Case[]; readonly asOf: IsoDate; readonly rhythmDays: number },
  findings: Findings,
  satisfies: (grade: Grade) => boolean,
  rules: ScoreRules = SCORE_RULES,
): Step | undefined {
  const { cases, asOf, rhythmDays } = record;
  const ahead: Case[] = [];
  for (const on of nextDays(cases, asOf, rhythmDays)) {
    ahead.push(inspection(on, ahead.length, findings));
    const score = scoreCases([...cases, ...ahead], on, rules);
    if (score.scored && satisfies(score.grade)) return { inspections: ahead.length, grade: score.grade, on };
  }
  return undefined;
}

/** Returns the next better letter, or undefined for the best one. */
export function nextBetter(grade: Grade, rules: ScoreRules = SCORE_RULES): Grade | undefined {
  const letters = rules.cutOffs.map((each) => each.grade);
  return letters[letters.indexOf(grade) - 1];
}

/** Returns true if the first letter is at least as good as the second. */
export function isAtLeast(grade: Grade, other: Grade): boolean {
  return grade <= other;
}

/**
 * Returns the first date on which the record is too old for a letter if there are no more inspections.
 * Returns null if no inspection is known well enough for a letter.
 */
export function tooOldFrom(
  cases: readonly Case[],
  { minimumRecord }: ScoreRules = SCORE_RULES,
): IsoDate | null {
  const newest = cases.findLast((single) => isKnown(single));
  if (!newest) return null;
  let day = addMonths(newest.openedOn, minimumRecord.monthsSinceNewest);
  // Months differ in length, so adding and then subtracting the same number of months may not give the
  // original date.
  while (addMonths(day, -minimumRecord.monthsSinceNewest) <= newest.openedOn) day = addDays(day, 1);
  return day;
}

/** Returns the findings of the newest inspection with known counts, without its high-priority violations. */
export function lesserFindings(cases: readonly Case[]): Findings | undefined {
  const counts = cases.findLast(knownCounts);
  if (!counts) return undefined;
  return { highPriority: 0, intermediate: counts.intermediate ?? 0, basic: counts.basic ?? 0 };
}

/**
 * Returns the predicted inspection dates, which are one rhythm apart and start one rhythm after the newest
 * inspection. All of them are after `asOf`.
 */
function nextDays(cases: readonly Case[], asOf: IsoDate, rhythmDays: number): IsoDate[] {
  const newest = cases.at(-1)?.openedOn ?? asOf;
  const due = addDays(newest, rhythmDays);
  const first = due > asOf ? due : addDays(asOf, 1);
  return Array.from({ length: INSPECTIONS_MAX }, (_, index) => addDays(first, index * rhythmDays));
}

function inspection(on: IsoDate, index: number, findings: Findings): Case {
  const { highPriority, intermediate, basic } = findings;
  return {
    caseId: Number.MAX_SAFE_INTEGER - INSPECTIONS_MAX + index,
    licenseId: 0,
    openedOn: on,
    inspectionType: REGULATOR.inspectionTypes.routine,
    total: highPriority + intermediate + basic,
    highPriority,
    intermediate,
    basic,
    cited: null,
    isOpened: true,
    outcome: REGULATOR.nothingToDo,
    worst: REGULATOR.nothingToDo,
    visits: [],
  };
}
