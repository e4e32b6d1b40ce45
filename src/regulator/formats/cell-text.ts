/** Converts cell values to text. */

/** Returns a cell's value as text. A date becomes YYYY-MM-DD, followed by HH:MM unless it is midnight. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date && Number.isNaN(value.getTime())) return 'no date';
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  return typeof value === 'string' ? value : String(value);
}

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 31);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Excel's serial number for February 29, 1900, a date that never existed. */
const FALSE_LEAP_DAY = 60;

/** Returns the date and time that a workbook stores as a number of days. */
export function momentOfSerial(serial: number, counts1904: boolean): Date {
  if (counts1904) return new Date(EPOCH_1904 + Math.round(serial * DAY_MS));
  const days = serial >= FALSE_LEAP_DAY ? serial - 1 : serial;
  return new Date(EPOCH_1900 + Math.round(days * DAY_MS));
}

/**
 * Ranges of number format ids that have no format code in a workbook and stand for dates and times, including
 * East Asian versions (ECMA-376, 18.8.30).
 */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

export function isBuiltInDateFormat(id: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last);
}

/**
 * Returns true if a number format displays a date or a time: `m/d/yyyy` or `[h]:mm`, but not `0.00`,
 * `General` or `"days" 0`.
 */
export function isDateFormat(code: string): boolean {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return true;
  const shown = code.replaceAll(/\[[^[\]]*\]|\\.|"[^"]*"|[*_]./g, '');
  return !/general/i.test(shown) && /[dyhs]|mmm/i.test(shown);
}
