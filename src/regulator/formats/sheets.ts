import { openWorkbook, type WorkbookBounds } from './workbook.ts';
import { WorkbookProblem } from './workbook-problem.ts';

/**
 * Reads the sheets in an uploaded workbook, so that a person can choose one. The regulator's workbooks have
 * only one sheet and are read by `read-rows.ts`.
 */

/** A sheet that has rows. `count` is the number of all rows; `rows` has only the first ones. */
export interface SheetRows {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly count: number;
}

export interface Sheets {
  /** The sheets that have rows, in workbook order. */
  readonly filled: readonly SheetRows[];
  /** The names of the sheets after the tenth, which were not read. */
  readonly unread: readonly string[];
}

/**
 * The maximum number of sheets that are read. It is limited because the text of the whole workbook is read
 * again for each sheet.
 */
const SHEETS_MAX = 10;

/**
 * Returns the sheets that have rows, including hidden ones, and the first `most` rows on each. Returns a
 * problem code if the workbook cannot be read.
 */
export async function readSheets(
  bytes: Uint8Array,
  bounds: WorkbookBounds,
  most: number,
): Promise<Sheets | { readonly code: string }> {
  try {
    const workbook = await openWorkbook(bytes, bounds);
    const filled: SheetRows[] = [];
    for (const sheet of workbook.sheets.slice(0, SHEETS_MAX)) {
      const rows: SheetRows['rows'][number][] = [];
      let count = 0;
      await workbook.readSheet(sheet, (cells, line) => {
        if (cells.every((cell) => cell.trim() === '')) return;
        count += 1;
        if (rows.length < most) rows.push({ line, cells });
      });
      if (count > 0) filled.push({ name: sheet.name, isHidden: sheet.isHidden, rows, count });
    }
    return { filled, unread: workbook.sheets.slice(SHEETS_MAX).map(({ name }) => name) };
  } catch (error) {
    return { code: error instanceof WorkbookProblem ? error.code : 'damaged_workbook' };
  }
}
