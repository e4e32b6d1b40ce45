import { addDays, type IsoDate } from '../../../lib/time/dates.ts';

/**
 * Returns the regulator's fiscal year for a date, in the format `2017-18`. It runs from July 1 to June 30.
 */
export function fiscalYearOf(date: IsoDate): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5) < '07-01' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/** The files for a fiscal year continue into the first week of the next fiscal year. */
const OVERRUN_DAYS = 7;

/**
 * Returns the number of rows outside the fiscal year and its overrun. `days` maps each date to its number of
 * rows.
 */
export function countOutside(days: ReadonlyMap<IsoDate, number>, fiscalYear: string | null): number {
  const outside = [...days].filter(([day]) => isOutside(day, fiscalYear, OVERRUN_DAYS));
  return outside.reduce((sum, [, rows]) => sum + rows, 0);
}

/** Returns true if the date is further outside the fiscal year than any row of its file should be. */
export function isOfOtherYears(day: IsoDate, fiscalYear: string): boolean {
  return isOutside(day, fiscalYear, 2 * OVERRUN_DAYS);
}

function isOutside(day: IsoDate, fiscalYear: string | null, overrunDays: number): boolean {
  return fiscalYearOf(day) !== fiscalYear && fiscalYearOf(addDays(day, -overrunDays)) !== fiscalYear;
}

export function countByFiscalYear(days: ReadonlyMap<IsoDate, number>): Map<string, number> {
  return countBy(days, fiscalYearOf);
}

/** Returns the number of rows per month, with keys such as `2026-09`, newest month first. */
export function countByMonth(days: ReadonlyMap<IsoDate, number>): Map<string, number> {
  const counts = countBy(days, (day) => day.slice(0, 7));
  return new Map([...counts].sort(([a], [b]) => (a < b ? 1 : -1)));
}

function countBy(days: ReadonlyMap<IsoDate, number>, keyOf: (day: IsoDate) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [day, rows] of days) {
    const key = keyOf(day);
    counts.set(key, (counts.get(key) ?? 0) + rows);
  }
  return counts;
}
