/** A cell as it is handed over: text of anybody, or a number of ours. */
export type Cell = string | number | null;

/** What a spreadsheet takes as the start of a formula, in wide characters too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Rows as RFC 4180 has them, marked as UTF-8 for spreadsheets. Text is always quoted, so that no program that
 * splits at other signs finds a cell within it; text that would be run as a formula gets a leading apostrophe.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + toCsvRows(rows);
}

/** Further rows of the same file. */
export function toCsvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
