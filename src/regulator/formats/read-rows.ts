import { cellText } from './cell-text.ts';
import type { ReadableContainer } from './container.ts';
import { forEachLine, separatorOf, splitCsvLine } from './csv-lines.ts';
import { ROWS_MAX } from './sheet-rows.ts';
import { openWorkbook } from './workbook.ts';
import { WorkbookProblem } from './workbook-problem.ts';
import { checkXls } from './xls-records.ts';

/** The longest record allowed, in characters. Real ones stay under 1,000. */
const RECORD_LENGTH_MAX = 32_768;
/**
 * An overwritten part of a file has its line ends overwritten, too. Real lines have at most 4 blanks in a
 * row.
 */
const OVERWRITTEN = /[\0\s]{100}/;
const LONG_LINE = 500;
/** Some programs end a file with a Ctrl-Z. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a control character is what is looked for
const BLANK_LINE = /^[\s,;\u001a]*$/;

interface RowSink {
  /** `isUnended`: the line has no end, so its last cell may be incomplete. */
  row(cells: readonly string[], line: number, isUnended?: boolean): void;
  /** A record that could not be split at all. */
  unreadable(line: number, reason: string, content: string): void;
  /** A workbook has this number of rows on sheets that are not read. */
  otherSheets?(rows: number): void;
}

/**
 * Passes every record of a CSV text or of a workbook's first sheet to the sink. Returns a problem of the file
 * as a whole.
 */
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
  let separator: string | undefined;
  forEachLine(bytes, (line, number, isUnended) => {
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
    separator ??= separatorOf(line);
    const cells = line.length > RECORD_LENGTH_MAX ? undefined : splitCsvLine(line, separator);
    cutOff = cells === undefined && line.length <= RECORD_LENGTH_MAX;
    if (cells?.every((cell) => cell.trim() === '')) return undefined;
    if (cells) sink.row(cells, number, isUnended && !line.endsWith('"'));
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
    const workbook = await openWorkbook(bytes);
    const [first, ...others] = workbook.sheets;
    if (first) await workbook.readSheet(first, (cells, line) => takeCells(cells, line, sink));
    let rows = 0;
    for (const sheet of others) await workbook.readSheet(sheet, () => void rows++);
    if (rows > 0) sink.otherSheets?.(rows);
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

/** Passes the rows on. A row without cells is absent. */
function takeSheet(rows: readonly (readonly unknown[] | undefined)[], sink: RowSink): void {
  for (const [index, row] of rows.entries()) if (row) takeCells(row.map(cellText), index + 1, sink);
}

function takeCells(cells: readonly string[], line: number, sink: RowSink): void {
  const length = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (length > RECORD_LENGTH_MAX) sink.unreadable(line, 'row_too_long', '');
  else if (length > 0) sink.row(cells, line);
}

function damagedWorkbook(error: unknown): { code: string; text: string } {
  if (error instanceof WorkbookProblem) return { code: error.code, text: error.message };
  const detail = error instanceof Error ? error.message : String(error);
  const { code, message } = WorkbookProblem.damaged(detail);
  return { code, text: message };
}
