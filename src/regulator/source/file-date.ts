import type { IsoDate } from '../../lib/time/dates.ts';

/**
 * The share of a file's rows that must have a given date or a later one for that date to be the file's date.
 * Typing errors can put a row months ahead, and a few such rows must not make their file newer than all later
 * files. docs/decisions/0004 has the figures.
 */
const SHARE_OF_ROWS = 0.001;
const SHARE_OF_SMALL_FILE = 0.02;
const ROWS_OF_SMALL_FILE_MAX = 3;

/**
 * Returns the date of a file, or null if no row has a date. `rowsByDay` counts the rows for any license type.
 */
export function dateFile(rowsByDay: ReadonlyMap<IsoDate, number>): IsoDate | null {
  const days = [...rowsByDay].sort(([a], [b]) => (a < b ? 1 : -1));
  const needed = rowsNeeded(days.reduce((sum, [, rows]) => sum + rows, 0));
  let reached = 0;
  for (const [day, rows] of days) {
    reached += rows;
    if (reached >= needed) return day;
  }
  return null;
}

/**
 * Returns the number of rows that must have a given date or a later one. It is 1 in a file with up to 50
 * rows, 3 with up to 3,000 rows, and then one in a thousand.
 */
function rowsNeeded(rows: number): number {
  const small = Math.min(ROWS_OF_SMALL_FILE_MAX, Math.ceil(rows * SHARE_OF_SMALL_FILE));
  return Math.max(1, small, Math.ceil(rows * SHARE_OF_ROWS));
}

/**
 * Returns the earliest and latest date of any row, or null if no row has a date. A newer file replaces all
 * visits between these two dates.
 */
export function coveredDays(rowsByDay: ReadonlyMap<IsoDate, number>): CoveredDays | null {
  let [first, last]: (IsoDate | undefined)[] = [];
  for (const day of rowsByDay.keys()) {
    if (first === undefined || day < first) first = day;
    if (last === undefined || day > last) last = day;
  }
  return first === undefined || last === undefined ? null : { first, last };
}

export interface CoveredDays {
  readonly first: IsoDate;
  readonly last: IsoDate;
}
