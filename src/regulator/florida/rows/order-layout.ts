import { findDate } from './parse-row.ts';

/**
 * The columns of the monthly file of disciplinary activity, in order. The file has no titles, so the names
 * are ours. They follow the regulator's description, because we had no real file.
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

/** The words that titles would have to contain if the regulator ever added any. */
const TITLES_SAY: readonly (readonly [column: number, says: RegExp])[] = [
  [0, /case/i],
  [1, /licen[sc]e/i],
  [8, /violation/i],
  [9, /fine|amount/i],
  [10, /order/i],
  [11, /violation/i],
];

const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** Ten million dollars. A longer row of digits is a phone number or another column's value. */
const CENTS_MAX = 1_000_000_000;

/**
 * Returns the layout if a file that begins with these two rows contains final orders, and whether its first
 * row has titles. If titles are in a different order, the file is not recognized, because its two dates look
 * the same.
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

/** Returns true if a row has everything that distinguishes a final order from rows in other files. */
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
 * Returns a US dollar amount in cents: "$1,234.00", "1234", "1,234.5". Returns undefined for anything else,
 * including negative and blank amounts: a blank does not mean that nothing was due.
 */
export function parseCents(text: string): number | undefined {
  const [, dollars, cents = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (dollars === undefined) return undefined;
  const amount = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return amount <= CENTS_MAX ? amount : undefined;
}
