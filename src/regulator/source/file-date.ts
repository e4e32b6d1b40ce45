import type { IsoDate } from '../../lib/time/dates.ts';

/**
 * The day that dates a file: the newest one that this many of its rows reach. A typing error dates a row up to months
 * ahead, and a few such rows must not make their file newer than all that come after it. docs/decisions/0004 has the
 * figures.
 */
const SHARE_OF_ROWS = 0.001;
const SHARE_OF_SMALL_FILE = 0.02;
const ROWS_OF_SMALL_FILE_MAX = 3;

/** Null when no row has a day. `rowsByDay` counts rows of any license type. */
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

/** 1 row of a file with up to 50, 3 of one with up to 3,000, then one in a thousand. */
function rowsNeeded(rows: number): number {
  const small = Math.min(ROWS_OF_SMALL_FILE_MAX, Math.ceil(rows * SHARE_OF_SMALL_FILE));
  return Math.max(1, small, Math.ceil(rows * SHARE_OF_ROWS));
}

/** The first and the last day of all rows: a newer file speaks for all visits between them. */
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
