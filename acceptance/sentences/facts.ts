import { daysApart, monthsEarlier } from '../truth/days.ts';
import { pointsOf } from '../truth/letter.ts';
import type { Case, Status, Truth, Visit } from '../truth/truth.ts';

/** Facts about a record that several sentences depend on. */

export function is(status: Status) {
  return (_: unknown, truth: Truth): boolean => truth.status === status;
}

export function ownerWords({ isConfirmed }: Truth): string {
  return isConfirmed ? 'current owner' : 'last known owner';
}

/** Returns the newest inspection with a known outcome and known counts. */
export function newestKnown({ current }: Truth): Case | undefined {
  return current.findLast(({ first, lastVisit }) => first.counts && lastVisit.result !== 'unknown');
}

export function highAtLast(truth: Truth): number {
  return newestKnown(truth)?.first.counts?.high ?? 0;
}

/**
 * Returns the first visit that met standards, not counting the newest known inspection's first visit or any
 * earlier visit.
 */
export function metAfterHigh(truth: Truth): Visit | undefined {
  const known = newestKnown(truth);
  if (!known) return undefined;
  return truth.own.find(
    (visit) =>
      visit.visitId !== known.first.visitId && visit.day >= known.first.day && visit.result === 'met',
  );
}

export function isQuoted(
  visit: Pick<Visit, 'disposition' | 'day'> | undefined,
  text: string,
  day: string,
): boolean {
  return visit !== undefined && visit.disposition === text && visit.day === day;
}

/**
 * Returns true if words such as "2 years before", "3 months before" or "the same day" are the right age of a
 * date.
 */
export function isAge(words: string, day: string, asOf: string): boolean {
  if (words === 'the same day') return day === asOf;
  const [, count = '', unit = ''] = /^(\d+) (day|days|months|years) before$/.exec(words) ?? [];
  const number = Number(count);
  if (unit === 'day') return number === 1 && daysApart(day, asOf) === 1;
  if (unit === 'days') return number > 1 && daysApart(day, asOf) === number && day > monthsEarlier(asOf, 3);
  const months = unit === 'years' ? 12 : unit === 'months' ? 1 : 0;
  if (months === 0 || number < 2) return false;
  // If the earlier month is too short, its last day counts instead, so one day of tolerance is allowed.
  return (
    day <= plusOne(monthsEarlier(asOf, number * months)) && day >= monthsEarlier(asOf, (number + 1) * months)
  );
}

function plusOne(day: string): string {
  return new Date(Date.parse(day) + 3 * 86_400_000).toISOString().slice(0, 10);
}

export function inYear({ current, asOf }: Truth): readonly Case[] {
  return current.filter(({ first }) => first.day > monthsEarlier(asOf, 12));
}

/** Returns true if an inspection had serious or many violations, or led to an enforcement action. */
export function hasSevere({ current }: Truth): boolean {
  return current.some(
    ({ first, worst }) =>
      (first.counts?.high ?? 0) > 0 || (first.counts?.total ?? 0) >= 5 || worst.result !== 'met',
  );
}

/** Returns how the two newest inspections compare with earlier ones, in points. */
export function direction({ current }: Truth): string {
  const recent = current.slice(-2);
  const earlier = current.slice(0, -2).filter(({ first }) => first.counts);
  if (earlier.length === 0 || recent.some(({ first }) => !first.counts)) return 'unknown';
  const mean = (cases: readonly Case[]) =>
    cases.reduce((sum, single) => sum + pointsOf(single), 0) / cases.length;
  const change = mean(recent) - mean(earlier);
  if (Math.abs(change) < 1) return 'steady';
  return change < 0 ? 'improving' : 'worsening';
}
