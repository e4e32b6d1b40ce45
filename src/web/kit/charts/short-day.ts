const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as it fits under a column: its month and its year; what is no day stays as it is. */
export function monthAndYear(day: string): { readonly month: string; readonly year: string } {
  const date = new Date(day);
  return Number.isNaN(date.getTime())
    ? { month: day, year: '' }
    : { month: MONTH.format(date), year: day.slice(0, 4) };
}

/** A day as it fits into a narrow table; what is no day stays as it is. */
export function shortDay(day: string): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : DAY.format(date);
}
