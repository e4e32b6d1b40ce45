import { daysApart } from './days.ts';
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
  | 'expiresOn'
  | 'score'
  | 'letter'
  | 'unresolved'
  | 'closedOn'
>;

const TOO_OLD_AFTER_DAYS = 60;

/** The rules of docs/decisions.md that decide, in their order. */
export function verdictOf(record: Judged, oldDays: number | null, eventOn: string): Verdict {
  const { current, own, hold, isConfirmed, expiresOn, score, letter } = record;
  if (hold.length > 0) return 'DECLINE';
  if (!isConfirmed || score === null) return 'REVIEW';
  if (letter === 'F' || record.unresolved || record.closedOn) return 'DECLINE';
  if (oldDays !== null && oldDays > TOO_OLD_AFTER_DAYS) return 'REVIEW';
  if (!knowsClosures(record)) return 'REVIEW';
  if (letter === 'D') return 'REVIEW';
  if (letter === 'C') return 'CONDITIONAL';
  const known = current.findLast(({ lastVisit, first }) => lastVisit.result !== 'unknown' && first.counts);
  if (letter === 'B' && (known?.first.counts?.high ?? 0) > 0) return 'CONDITIONAL';
  const isUnknown = own.at(-1)?.result === 'unknown' || !current.at(-1)?.first.counts;
  return isUnknown || (expiresOn ?? '') < eventOn ? 'CONDITIONAL' : 'CLEAR';
}

/** Whether the inspections of the 90 days for which a closure counts are on file. */
export function knowsClosures({ asOf, inspectionsFrom }: Pick<Truth, 'asOf' | 'inspectionsFrom'>): boolean {
  return inspectionsFrom !== undefined && inspectionsFrom <= asOf && daysApart(inspectionsFrom, asOf) >= 90;
}
