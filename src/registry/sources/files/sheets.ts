import { boundWorkbook, type WorkbookBounds } from './bounded-workbook.ts';
import { cellText } from './rows.ts';
import { ROWS_MAX } from './sheet-scan.ts';

/** The sheets of a workbook that somebody uploads, to choose one from. The regulator's files have one: see `rows.ts`. */

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
    const workbook = await boundWorkbook(bytes, bounds);
    if (workbook.problem) return workbook.problem;
    const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
    const all: { readonly name: string; readonly isHidden: boolean }[] = [];
    await readXlsx(workbook.bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        all.push({ name, isHidden: hidden === true || veryHidden === true });
        return false;
      },
    });
    const filled: SheetRows[] = [];
    for (const [sheet, named] of all.slice(0, SHEETS_MAX).entries()) {
      const rows: SheetRows['rows'][number][] = [];
      let count = 0;
      for await (const row of streamXlsxRows(workbook.bytes, { sheet, maxRows: ROWS_MAX })) {
        const cells = row.values.map(cellText);
        if (cells.every((cell) => cell.trim() === '')) continue;
        count += 1;
        if (rows.length < most) rows.push({ line: row.index + 1, cells });
      }
      if (count > 0) filled.push({ ...named, rows, count });
    }
    return { filled, unread: all.slice(SHEETS_MAX).map(({ name }) => name) };
  } catch {
    return { code: 'damaged_workbook' };
  }
}
