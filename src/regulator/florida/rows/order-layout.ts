import { findDate } from './parse-row.ts';

/**
 * The columns of the monthly disciplinary activity file, in order. The file has no titles, so we chose the
 * names. They follow the regulator's description, because we had no real file.
 */
export const ORDER_TITLES: readonly string[] = [
  'case number',
  'license number',
  'name',
  'address',
  'address 2',
  'city',
  'state',
  'zip',
  'violations',
  'fine',
  'final order date',
  'violation date',
];

/** The words that the titles would have to contain if the regulator ever added titles. */
const TITLES_SAY: readonly (readonly [column: number, says: RegExp])[] = [
  [0, /case/i],
  [1, /licen[sc]e/i],
  [8, /violation/i],
  [9, /fine|amount/i],
  [10, /order/i],
  [11, /violation/i],
];

const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** Ten million dollars. A longer number must be a phone number or a value from another column. */
const CENTS_MAX = 1_000_000_000;

/**
 * Recognizes a file of final orders by its first two rows. Returns whether its first row has titles, or
 * undefined if it is not such a file. Titles in a different order are not accepted, because the two dates
 * look the same.
 */
export function findOrderLayout(
  first: readonly string[],
  next: readonly string[] = [],
): { readonly header: boolean } | undefined {
  if (!hasItsColumns(first)) return undefined;
  const hasTitles = first.slice(10, 12).every((cell) => !/\d/.test(cell));
  if (!hasTitles) return isOrder(first) || isOrder(next) ? { header: false } : undefined;
  const isTitled = TITLES_SAY.every(([column, says]) => says.test(first[column] ?? ''));
  return isTitled && isOrder(next) ? { header: true } : undefined;
}

function hasItsColumns(cells: readonly string[]): boolean {
  const { length } = ORDER_TITLES;
  return cells.length >= length && cells.slice(length).every((cell) => cell.trim() === '');
}

/** Returns true if a row has everything that distinguishes final orders from rows in other files. */
function isOrder(cells: readonly string[]): boolean {
  const cell = (column: number) => (cells[column] ?? '').trim();
  return (
    hasItsColumns(cells) &&
    /^[A-Z]{2,4}\d{7}$/.test(cell(1)) &&
    /^\d{1,5}$/.test(cell(8)) &&
    parseCents(cell(9)) !== undefined &&
    findDate(cell(10)) !== undefined &&
    findDate(cell(11)) !== undefined
  );
}

/**
 * Parses a US dollar amount such as "$1,234.00", "1234" or "1,234.5" and returns it in cents. Returns
 * undefined for anything else, including negative and blank amounts: a blank does not mean that nothing was
 * due.
 */
export function parseCents(text: string): number | undefined {
  const [, dollars, cents = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (dollars === undefined) return undefined;
  const amount = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return amount <= CENTS_MAX ? amount : undefined;
}
