import type { Language } from '../lib/language/language.ts';
import { daysBetween, describeDay, type IsoDate } from '../lib/time/dates.ts';
import { RECORDS_AGE } from './messages.ts';

/**
 * Computes how many days ago the records end. A snapshot stores the answer for the day it was built;
 * decisions and page notices use the clock. docs/decisions/0014 has the two bounds and the reasons.
 */
export const OLD_AFTER_DAYS = 14;
/** Beyond this, a verdict is at most REVIEW. */
export const TOO_OLD_AFTER_DAYS = 60;

/** Old records: the day that they reach, and how many days ago that is. */
export interface RecordsOld {
  readonly reach_to: IsoDate;
  readonly days: number;
}

/** Returns null while the records are recent. */
export function recordsOld(reachTo: IsoDate, today: IsoDate): RecordsOld | null {
  const days = daysBetween(reachTo, today);
  return days > OLD_AFTER_DAYS ? { reach_to: reachTo, days } : null;
}

export function isTooOld(old: RecordsOld | null): boolean {
  return old !== null && old.days > TOO_OLD_AFTER_DAYS;
}

/** Returns the one sentence about the age of records. */
export function describeRecordsAge({ reach_to, days }: RecordsOld, language: Language = 'en'): string {
  return RECORDS_AGE[language].reach({ day: describeDay(reach_to, language), count: days });
}
