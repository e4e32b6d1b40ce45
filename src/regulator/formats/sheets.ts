import { openWorkbook, type WorkbookBounds } from './workbook.ts';
import { WorkbookProblem } from './workbook-problem.ts';

/** The sheets of a workbook that somebody uploads, to choose one from. The regulator's files have one: see `read-rows.ts`. */

/** A sheet that has rows, with the first of those that have anything in them, and how many there are. */
export interface SheetRows {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly count: number;
}

export interface Sheets {
  /** In the order of the workbook. */
  readonly filled: readonly SheetRows[];
  /** Names of sheets behind the tenth, which nobody looked at. */
  readonly unread: readonly string[];
}

/** Sheets looked at: each reads the texts of the whole workbook again. */
const SHEETS_MAX = 10;

/** The sheets that have rows, hidden ones too; of each the first `most` rows. */
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
