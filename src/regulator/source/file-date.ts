import type { IsoDate } from '../../lib/time/dates.ts';

/**
 * The share of a file's rows that must be dated on or after a day for that day to be the file's date. Typing
 * errors can date a row months ahead, and a few such rows must not make their file newer than all later ones.
 * docs/decisions/0004 has the figures.
 */
const SHARE_OF_ROWS = 0.001;
const SHARE_OF_SMALL_FILE = 0.02;
const ROWS_OF_SMALL_FILE_MAX = 3;

/** Returns null if no row has a date. `rowsByDay` counts rows of any license type. */
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

/** Returns 1 row for a file with up to 50, 3 for up to 3,000, and then one in a thousand. */
function rowsNeeded(rows: number): number {
  const small = Math.min(ROWS_OF_SMALL_FILE_MAX, Math.ceil(rows * SHARE_OF_SMALL_FILE));
  return Math.max(1, small, Math.ceil(rows * SHARE_OF_ROWS));
}

/** Returns the first and last day of all rows. A newer file replaces all visits between them. */
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
