/** Dates as text, computed independently of the service's code. */

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Converts "June 1, 2020" to 2020-06-01. Returns undefined for anything else. */
export function dayOfWords(words: string): string | undefined {
  const [, name = '', day = '', year = ''] = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(words) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Converts 2020-06-01 to "June 1, 2020". */
export function wordsOfDay(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;
}

export function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns the same day in an earlier month, or that month's last day if the month is too short. */
export function monthsEarlier(day: string, months: number): string {
  const all = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  const year = Math.floor(all / 12);
  const month = (all % 12) + 1;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const wanted = Math.min(Number(day.slice(8)), last);
  return `${year}-${String(month).padStart(2, '0')}-${String(wanted).padStart(2, '0')}`;
}

export function daysApart(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
