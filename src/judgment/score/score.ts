import { addMonths, daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { Disposition } from '../../regulator/source/source.ts';
import { type Case, compareCases, knownCounts } from './cases.ts';
import { SCORE_RULES } from './rules.ts';
import type { Grade, ScoreRules } from './score-rules.ts';

export type Score =
  | { readonly scored: true; readonly value: number; readonly grade: Grade }
  | { readonly scored: false; readonly reason: 'insufficient_record' };

/**
 * Returns the score of one owner's cases as of a date. It is from 0 to 100 with one decimal; higher is
 * better. The order of `cases` does not matter. A record below the minimum has no score.
 */
export function scoreCases(cases: readonly Case[], asOf: IsoDate, rules: ScoreRules = SCORE_RULES): Score {
  if (!hasMinimumRecord(cases, asOf, rules)) return { scored: false, reason: 'insufficient_record' };
  const value = scoreValue(cases, rules);
  return { scored: true, value, grade: gradeOf(value, rules) };
}

/**
 * Returns the score for one or more cases, even if there are too few for a letter. Age is counted from the
 * newest case, so a score does not change as time passes. Instead, a record that is too old loses its letter.
 */
export function scoreValue(cases: readonly Case[], rules: ScoreRules = SCORE_RULES): number {
  return Math.max(0, Math.round(exactValue(cases, rules) * 10) / 10);
}

/**
 * Returns the score before it is rounded and limited to 0 or more, for calculating differences between
 * scores.
 */
export function exactValue(cases: readonly Case[], rules: ScoreRules = SCORE_RULES): number {
  // The cases are sorted first, because the last digit of a sum of fractions depends on their order, and the
  // order of `cases` must not matter.
  const ordered = [...cases].sort(compareCases);
  const newest = ordered.at(-1);
  if (!newest) throw new RangeError('There is no score of no case.');
  let weights = 0;
  let points = 0;
  for (const single of ordered) {
    const weight = 0.5 ** (daysBetween(single.openedOn, newest.openedOn) / rules.halfLifeDays);
    weights += weight;
    points += weight * casePoints(single, rules);
  }
  const { meanCases, meanPoints, scorePerPoint } = rules;
  const shrunk = (cases.length * (points / weights) + meanCases * meanPoints) / (cases.length + meanCases);
  return 100 - scorePerPoint * shrunk;
}

/**
 * Returns the points for one case, from 0 to 20. A case that is incomplete in the file never counts as better
 * than the mean. Unknown counts never count as better than the worst possible counts.
 */
export function casePoints(single: Case, rules: ScoreRules = SCORE_RULES): number {
  const severity = Math.max(
    REGULATOR.dispositionOf(single.worst).severity,
    rules.unopenedCases === 'as_proven' ? provenSeverity(single) : 0,
  );
  const points = citationPoints(single, rules) + (rules.pointsPerSeverity[severity] ?? 0);
  const capped = Math.min(rules.casePointsMax, points);
  return isKnown(single, rules) ? capped : Math.max(rules.meanPoints, capped);
}

function citationPoints(
  single: Case,
  { pointsPerCitation, casePointsMax, unknownCounts }: ScoreRules,
): number {
  const counts = knownCounts(single);
  if (counts)
    return (
      counts.highPriority * pointsPerCitation.highPriority +
      counts.intermediate * pointsPerCitation.intermediate +
      counts.basic * pointsPerCitation.basic
    );
  if (unknownCounts === 'mean') return 0;
  return single.cited === null ? casePointsMax : single.cited * pointsPerCitation.highPriority;
}

/**
 * The minimum severity that callbacks prove for a first visit that is not on file. For example, a callback
 * with the result "complied" after a complaint proves that there was a complaint.
 */
const PROVEN: Readonly<Record<Disposition['measure'], number>> = {
  none: 2,
  warning: 2,
  complaint: 4,
  emergency: 6,
  determination: 6,
};

/** Returns the severity that the callbacks in a case prove, or 0 if its first visit is on file. */
export function provenSeverity({ isOpened, visits }: Pick<Case, 'isOpened' | 'visits'>): number {
  if (isOpened) return 0;
  return Math.max(...visits.map(({ disposition }) => PROVEN[REGULATOR.dispositionOf(disposition).measure]));
}

/** Returns the letter for a score. */
export function gradeOf(value: number, rules: ScoreRules = SCORE_RULES): Grade {
  return rules.cutOffs.find(({ least }) => value >= least)?.grade ?? 'F';
}

/** The inspections that a record lacks for a letter; see `minimumRecord` in the rules. */
interface MissingRecord {
  /** The number of additional inspections with a known outcome and known counts that are needed. */
  readonly cases: number;
  /** The number of additional inspections of the business in operation that are needed. */
  readonly operatingCases: number;
  /** True if there are inspections but the newest one is too old. */
  readonly isTooOld: boolean;
}

export function missingRecord(
  cases: readonly Case[],
  asOf: IsoDate,
  rules: ScoreRules = SCORE_RULES,
): MissingRecord {
  const { minimumRecord } = rules;
  const known = cases.filter((single) => isKnown(single, rules));
  const operating = known.filter(
    ({ inspectionType }) => inspectionType !== '' && inspectionType !== REGULATOR.inspectionTypes.preOpening,
  );
  const earliest = addMonths(asOf, -minimumRecord.monthsSinceNewest);
  return {
    cases: Math.max(0, minimumRecord.cases - known.length),
    operatingCases: Math.max(0, minimumRecord.operatingCases - operating.length),
    isTooOld: known.length > 0 && known.every(({ openedOn }) => openedOn < earliest),
  };
}

function hasMinimumRecord(cases: readonly Case[], asOf: IsoDate, rules: ScoreRules): boolean {
  const missing = missingRecord(cases, asOf, rules);
  // If nothing is on file, `isTooOld` is false because there is no newest inspection.
  return missing.cases === 0 && missing.operatingCases === 0 && !missing.isTooOld;
}

/** Returns the number of cases that a letter is based on. */
export function countKnown(cases: readonly Case[]): number {
  return cases.filter((single) => isKnown(single)).length;
}

/**
 * Returns true if the file contains the case's first visit, outcome and counts. Otherwise, the case cannot
 * show that a vendor's record is clean.
 */
export function isKnown(single: Case, rules: ScoreRules = SCORE_RULES): boolean {
  return (
    (single.isOpened || rules.unopenedCases === 'as_on_file') &&
    REGULATOR.dispositionOf(single.outcome).result !== 'unknown' &&
    knownCounts(single) !== undefined
  );
}
