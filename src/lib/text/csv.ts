/** A cell of an export: any person's text, or a number of ours. */
export type Cell = string | number | null;

/** Characters that begin a formula in a spreadsheet, in their wide forms, too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Writes rows as in RFC 4180, marked as UTF-8 for spreadsheets. Text is always quoted, so that a program with
 * another separator finds no cell within it. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + toCsvRows(rows);
}

/** Writes further rows of the same file. */
export function toCsvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
