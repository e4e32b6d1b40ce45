import { inEach, type Language, LOCALES } from '../../../lib/language/language.ts';

const MONTHS = inEach(
  (language) => new Intl.DateTimeFormat(LOCALES[language], { month: 'short', timeZone: 'UTC' }),
);
const DAYS = inEach(
  (language) => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** Returns a day as month and year, to fit under a column. Other text is returned as it is. */
export function monthAndYear(
  day: string,
  language: Language = 'en',
): { readonly month: string; readonly year: string } {
  const date = new Date(day);
  return Number.isNaN(date.getTime())
    ? { month: day, year: '' }
    : { month: MONTHS[language].format(date), year: day.slice(0, 4) };
}

/** Returns a short day that fits into a narrow table. Other text is returned as it is. */
export function shortDay(day: string, language: Language = 'en'): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : DAYS[language].format(date);
}
