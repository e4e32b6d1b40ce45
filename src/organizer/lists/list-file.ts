import { decodeText } from '../../lib/text/text.ts';
import { openContainer } from '../../regulator/formats/container.ts';
import { readSheets, type SheetRows, type Sheets } from '../../regulator/formats/sheets.ts';
import type { ListProblem } from './line-words.ts';
import { COLUMNS_MAX, LIST_BYTES_MAX, ROWS_MAX, TABLE_CHARACTERS_MAX } from './list-bounds.ts';
import { recognizeColumns } from './list-columns.ts';
import { charactersIn, type ListTable, NOTHING_IN_IT, toTable, type UnreadableList } from './list-table.ts';
import { findDelimiter, readDelimited, type TextRow } from './read-delimited.ts';

/**
 * Parses a pasted or uploaded list into a table. A file's format is determined by its first bytes, not by its
 * name.
 */

/** Limits for parsing a workbook. A real list of 500 rows stays far below them. */
const WORKBOOK_BOUNDS = {
  sheetsBytes: 16 * 1024 * 1024,
  partsBytes: 8 * 1024 * 1024,
  columns: COLUMNS_MAX,
  // This is more than the longest cell that is shown, even if every letter is a numeric entity.
  cellBytes: 4 * 1024,
};
const PROBLEMS: Readonly<Record<string, ListProblem>> = {
  html_page: 'webPage',
  empty: 'emptyFile',
  binary: 'noText',
  too_large: 'unpacksToMore',
};

export function readPasted(text: string): ListTable | UnreadableList {
  if (Buffer.byteLength(text) > LIST_BYTES_MAX) return { problem: 'tooMuchPasted' };
  return toTable(readDelimited(text, findDelimiter(text, { isFile: false }), ROWS_MAX + 1));
}

export async function readFile(bytes: Uint8Array): Promise<ListTable | UnreadableList> {
  if (bytes.length > LIST_BYTES_MAX) return { problem: 'tooLargeFile' };
  const utf16 = decodeUtf16(bytes);
  if (utf16 !== undefined) return readText(utf16);
  const container = openContainer(bytes, LIST_BYTES_MAX);
  if (container.type === 'unusable') return { problem: PROBLEMS[container.code] ?? 'noText' };
  if (container.type === 'xls') return { problem: 'oldWorkbook' };
  if (container.type === 'csv') return readText(decodeText(container.bytes));
  const sheets = await readSheets(container.bytes, WORKBOOK_BOUNDS, ROWS_MAX + 2);
  if ('code' in sheets) return { problem: PROBLEMS[sheets.code] ?? 'damaged' };
  return chooseSheet(sheets);
}

/**
 * Chooses the first sheet with recognized column headings, or otherwise the first sheet. Hidden sheets are
 * used only if there are no others. The result also lists the other sheets, with their rows if there is room,
 * so that the user can switch.
 */
async function chooseSheet({ filled, unread }: Sheets): Promise<ListTable | UnreadableList> {
  const tables: { sheet: SheetRows; table: ListTable | UnreadableList; isTitled: boolean }[] = [];
  for (const sheet of filled) {
    await new Promise((resolve) => setImmediate(resolve));
    const table = toTable(withBlankRows(sheet.rows));
    const isTitled = 'rows' in table && recognizeColumns(table).titleLine !== undefined;
    tables.push({ sheet, table, isTitled });
  }
  const seen = tables.filter(({ sheet }) => !sheet.isHidden);
  const candidates = seen.length > 0 ? seen : tables;
  const chosen = candidates.find(({ isTitled }) => isTitled) ?? candidates[0];
  if (!chosen) return NOTHING_IN_IT;
  if ('problem' in chosen.table || (tables.length + unread.length === 1 && !chosen.sheet.isHidden))
    return chosen.table;
  let room = TABLE_CHARACTERS_MAX;
  const others = tables
    .filter((each) => each !== chosen)
    .map(({ sheet: { name, isHidden, count }, table }) => {
      const rows = 'rows' in table ? table.rows : undefined;
      const size = rows ? charactersIn(rows) : 0;
      if (!rows || size > room) return { name, isHidden, count };
      room -= size;
      return { name, isHidden, count, table: rows };
    });
  return {
    ...chosen.table,
    sheets: { read: chosen.sheet.name, isHidden: chosen.sheet.isHidden, others, unread },
  };
}

function readText(text: string): ListTable | UnreadableList {
  return toTable(readDelimited(text, findDelimiter(text, { isFile: true }), ROWS_MAX + 1));
}

/** Decodes the format that spreadsheets call "Unicode text". Returns undefined for any other format. */
function decodeUtf16(bytes: Uint8Array): string | undefined {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  return isLittle || isBig ? new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes) : undefined;
}

/**
 * Adds blank rows that the sheet omits, because they count for row numbers. Does not fill large gaps, because
 * rows can be very far down.
 */
function withBlankRows(rows: readonly TextRow[]): TextRow[] {
  if (rows.length > ROWS_MAX + 1) return [...rows];
  const all: TextRow[] = [];
  for (const row of rows) {
    const next = (all.at(-1)?.line ?? row.line - 1) + 1;
    if (row.line - next <= 3) for (let line = next; line < row.line; line++) all.push({ line, cells: [] });
    all.push(row);
  }
  return all;
}
