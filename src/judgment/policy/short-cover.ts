import type { Language } from '../../lib/language/language.ts';
import { daysBetween, describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { SHORT_COVER } from '../scorecard/messages.ts';
import { RECENT_CLOSURE_DAYS } from './past-closures.ts';

/**
 * Returns true if the inspection files may not go back far enough to show a closure that is recent enough to
 * matter for a booking (decision 0014).
 */
export function isCoverTooShort(from: IsoDate | null, asOf: IsoDate): boolean {
  return from === null || daysBetween(from, asOf) < RECENT_CLOSURE_DAYS;
}

/** Explains why the coverage is too short. Decisions and self-checks have the same wording. */
export function describeShortCover(from: IsoDate | null, asOf: IsoDate, language: Language = 'en'): string {
  const t = SHORT_COVER[language];
  if (from === null) return t.none;
  const days = { from: describeDay(from, language), records: describeDay(asOf, language) };
  return from > asOf ? t.after(days) : t.short({ ...days, count: RECENT_CLOSURE_DAYS });
}
