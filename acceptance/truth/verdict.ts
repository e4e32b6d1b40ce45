import { daysApart, monthsEarlier } from './days.ts';
import { scoreIfEnough } from './letter.ts';
import type { Truth } from './truth.ts';

export type Verdict = 'CLEAR' | 'CONDITIONAL' | 'REVIEW' | 'DECLINE';

type Judged = Pick<
  Truth,
  | 'asOf'
  | 'inspectionsFrom'
  | 'current'
  | 'own'
  | 'hold'
  | 'isConfirmed'
  | 'score'
  | 'letter'
  | 'unresolved'
  | 'closedOn'
  | 'last'
  | 'gradeStatus'
>;

const TOO_OLD_AFTER_DAYS = 60;

/** Applies the rules in docs/decisions.md in order, and returns the verdict. */
export function verdictOf(record: Judged, oldDays: number | null): Verdict {
  const { current, own, hold, isConfirmed, score, letter } = record;
  if (hold.length > 0) return 'DECLINE';
  if (!isConfirmed) return 'REVIEW';
  if (record.unresolved.length > 0 || record.closedOn || letter === 'F' || isLowest(record)) return 'DECLINE';
  if (score === null) return 'REVIEW';
  if (oldDays !== null && oldDays > TOO_OLD_AFTER_DAYS) return 'REVIEW';
  if (!knowsClosures(record)) return 'REVIEW';
  if (letter === 'D') return 'REVIEW';
  if (letter === 'C') return 'CONDITIONAL';
  const known = current.findLast(({ lastVisit, first }) => lastVisit.result !== 'unknown' && first.counts);
  if (letter === 'B' && (known?.first.counts?.high ?? 0) > 0) return 'CONDITIONAL';
  const isUnknown = own.at(-1)?.result === 'unknown' || !current.at(-1)?.first.counts;
  return isUnknown || isFollowUpOpen(record) ? 'CONDITIONAL' : 'CLEAR';
}

/**
 * Returns true if there is no letter, but there are two or more inspections whose letter would be the lowest.
 */
export function isLowest({ gradeStatus, current }: Pick<Truth, 'gradeStatus' | 'current'>): boolean {
  return gradeStatus === 'insufficient_record' && (scoreIfEnough(current) ?? 100) < 48;
}

/**
 * Returns true if the last visit was within the year and required a follow-up, and nothing else is
 * unresolved.
 */
function isFollowUpOpen({ last, unresolved, asOf }: Pick<Truth, 'last' | 'unresolved' | 'asOf'>): boolean {
  return last?.result === 'follow_up' && unresolved.length === 0 && last.day > monthsEarlier(asOf, 12);
}

/** Returns true if inspections are on file for the 90 days during which a closure counts. */
export function knowsClosures({ asOf, inspectionsFrom }: Pick<Truth, 'asOf' | 'inspectionsFrom'>): boolean {
  return inspectionsFrom !== undefined && inspectionsFrom <= asOf && daysApart(inspectionsFrom, asOf) >= 90;
}
