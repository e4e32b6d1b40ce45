import { openWorkbook, type WorkbookBounds } from './workbook.ts';
import { WorkbookProblem } from './workbook-problem.ts';

/**
 * Reads the sheets of an uploaded workbook, so that a person can choose one. The regulator's files have only
 * one: see `read-rows.ts`.
 */

/** A sheet with rows: the number of rows and the first of them. */
export interface SheetRows {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly count: number;
}

export interface Sheets {
  /** Sheets with rows, in workbook order. */
  readonly filled: readonly SheetRows[];
  /** The names of the sheets after the tenth, which were not read. */
  readonly unread: readonly string[];
}

/**
 * The maximum number of sheets that are read, because each one reads the text of the whole workbook again.
 */
const SHEETS_MAX = 10;

/** Returns the sheets with rows, including hidden ones, and the first `most` rows of each. */
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
