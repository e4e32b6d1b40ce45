const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day that fits under a column, as month and year. Anything else is shown as it is. */
export function monthAndYear(day: string): { readonly month: string; readonly year: string } {
  const date = new Date(day);
  return Number.isNaN(date.getTime())
    ? { month: day, year: '' }
    : { month: MONTH.format(date), year: day.slice(0, 4) };
}

/** A day that fits into a narrow table. Anything else is shown as it is. */
export function shortDay(day: string): string {
  const date = new Date(day);
  return Number.isNaN(date.getTime()) ? day : DAY.format(date);
}
