import { boundWorkbook } from './bounded-workbook.ts';
import type { ReadableContainer } from './container.ts';
import { forEachLine, splitCsvLine } from './csv-lines.ts';
import { ROWS_MAX } from './sheet-scan.ts';
import { checkXls } from './xls-records.ts';

/** The widest record allowed, in characters: the real ones stay under 1,000. */
const RECORD_LENGTH_MAX = 32_768;
/** A part of a file that was overwritten has its line ends overwritten too. Real lines have at most 4 blanks in a row. */
const OVERWRITTEN = /[\0\s]{100}/;
const LONG_LINE = 500;
/** Some programs end a file with a Ctrl-Z. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a control character is what is looked for
const BLANK_LINE = /^[\s,\u001a]*$/;

interface RowSink {
  row(cells: readonly string[], line: number): void;
  /** A record that could not be taken apart at all. */
  unreadable(line: number, reason: string, content: string): void;
  /** A workbook has so many rows on sheets that are not read. */
  otherSheets?(rows: number): void;
}

/** Feeds every record of a CSV text or of a workbook's first sheet to the sink. Returns a problem of the file as a whole. */
export async function readRows(
  container: ReadableContainer,
  sink: RowSink,
): Promise<{ code: string; text: string } | undefined> {
  switch (container.type) {
    case 'csv':
      return readCsv(container.bytes, sink);
    case 'xlsx':
      return readXlsx(container.bytes, sink);
    case 'xls':
      return readXls(container.bytes, sink);
  }
}

function readCsv(bytes: Uint8Array, sink: RowSink): { code: string; text: string } | undefined {
  let cutOff = false;
  let rows = 0;
  let overwritten: number | undefined;
  forEachLine(bytes, (line, number) => {
    if (BLANK_LINE.test(line)) return undefined;
    rows += 1;
    if (rows > ROWS_MAX) return 'stop';
    if (line.length > LONG_LINE && OVERWRITTEN.test(line)) {
      overwritten = number;
      return 'stop';
    }
    if (line.includes('\0')) {
      sink.unreadable(number, 'nul_character', '');
      return undefined;
    }
    const cells = line.length > RECORD_LENGTH_MAX ? undefined : splitCsvLine(line);
    cutOff = cells === undefined && line.length <= RECORD_LENGTH_MAX;
    if (cells?.every((cell) => cell.trim() === '')) return undefined;
    if (cells) sink.row(cells, number);
    else sink.unreadable(number, cutOff ? 'broken_quotes' : 'row_too_long', line.slice(0, RECORD_LENGTH_MAX));
    return undefined;
  });
  if (rows > ROWS_MAX) return { code: 'too_large', text: `the file has more than ${ROWS_MAX} rows` };
  if (overwritten !== undefined)
    return { code: 'overwritten', text: `a part of the file is blank, at line ${overwritten}` };
  return cutOff ? { code: 'truncated', text: 'the file ends inside a quoted field' } : undefined;
}

async function readXlsx(
  bytes: Uint8Array,
  sink: RowSink,
): Promise<{ code: string; text: string } | undefined> {
  try {
    const workbook = await boundWorkbook(bytes);
    if (workbook.problem) return workbook.problem;
    // A service that reads no workbook does not load the reader of workbooks.
    const { streamXlsxRows } = await import('hucre/xlsx');
    let taken = 0;
    for await (const row of streamXlsxRows(workbook.bytes, { maxRows: ROWS_MAX })) {
      if (takeCells(row.values, row.index + 1, sink)) taken += 1;
    }
    const filled = workbook.sheetRows.filter((rows) => rows > 0);
    const others = filled.reduce((sum, rows) => sum + rows, -taken);
    if (others > 0 && (filled.length > 1 || taken === 0)) sink.otherSheets?.(others);
    return undefined;
  } catch (error) {
    return damagedWorkbook(error);
  }
}

async function readXls(
  bytes: Uint8Array,
  sink: RowSink,
): Promise<{ code: string; text: string } | undefined> {
  try {
    const check = checkXls(bytes);
    if (check.problem) return check.problem;
    const { readXls: readWorkbook } = await import('hucre/xlsx');
    const { sheets } = await readWorkbook(bytes);
    takeSheet(sheets[0]?.rows ?? [], sink);
    const others = check.sheetRows.slice(1).reduce((sum, rows) => sum + rows, 0);
    if (others > 0) sink.otherSheets?.(others);
    return undefined;
  } catch (error) {
    return damagedWorkbook(error);
  }
}

/** Passes the rows on; a row that has no cell is absent. */
function takeSheet(rows: readonly (readonly unknown[] | undefined)[], sink: RowSink): void {
  for (const [index, row] of rows.entries()) if (row) takeCells(row, index + 1, sink);
}

/** Passes a row of a workbook on. Returns whether it has a value. */
function takeCells(values: readonly unknown[], line: number, sink: RowSink): boolean {
  const cells = values.map(cellText);
  const length = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (length > RECORD_LENGTH_MAX) sink.unreadable(line, 'row_too_long', '');
  else if (length > 0) sink.row(cells, line);
  return length > 0;
}

function damagedWorkbook(error: unknown): { code: string; text: string } {
  const detail = error instanceof Error ? error.message : String(error);
  return { code: 'damaged_workbook', text: `the workbook cannot be read: ${detail.slice(0, 200)}` };
}

/** A cell as text, a day as YYYY-MM-DD. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date && Number.isNaN(value.getTime())) return 'no date';
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  return typeof value === 'string' ? value : String(value);
}
