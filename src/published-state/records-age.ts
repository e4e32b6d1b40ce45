import type { Language } from '../lib/language/language.ts';
import { daysBetween, describeDay, type IsoDate } from '../lib/time/dates.ts';
import { RECORDS_AGE } from './messages.ts';

/**
 * Computes how many days ago the records end. A snapshot stores this age as of its build day; decisions and
 * page notices use the current date. docs/decisions/0014 explains the two limits.
 */
export const OLD_AFTER_DAYS = 14;
/** If the records are older than this, a verdict is at most REVIEW. */
export const TOO_OLD_AFTER_DAYS = 60;

/** Old records: the day up to which they are complete, and how many days ago that was. */
export interface RecordsOld {
  readonly reach_to: IsoDate;
  readonly days: number;
}

/** Returns null if the records are recent. */
export function recordsOld(reachTo: IsoDate, today: IsoDate): RecordsOld | null {
  const days = daysBetween(reachTo, today);
  return days > OLD_AFTER_DAYS ? { reach_to: reachTo, days } : null;
}

export function isTooOld(old: RecordsOld | null): boolean {
  return old !== null && old.days > TOO_OLD_AFTER_DAYS;
}

/** Returns the sentence about the age of the records. */
export function describeRecordsAge({ reach_to, days }: RecordsOld, language: Language = 'en'): string {
  return RECORDS_AGE[language].reach({ day: describeDay(reach_to, language), count: days });
}
