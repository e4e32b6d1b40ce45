/** A cell in an export: text from any person, or one of our numbers. */
export type Cell = string | number | null;

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Writes rows as in RFC 4180, marked as UTF-8 for spreadsheets. Text is always quoted, so that a program that
 * uses a different separator does not split it. Text that a spreadsheet would run as a formula gets a leading
 * apostrophe.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + toCsvRows(rows);
}

/** Writes more rows for the same file, without the byte-order mark. */
export function toCsvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
