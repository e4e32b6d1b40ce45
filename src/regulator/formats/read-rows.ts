import { decodeInParts } from '../../lib/text/text.ts';
import { cellText } from './cell-text.ts';
import type { ReadableContainer } from './container.ts';
import { ROWS_MAX } from './sheet-rows.ts';
import { openWorkbook } from './workbook.ts';
import { WorkbookProblem } from './workbook-problem.ts';
import { checkXls } from './xls-records.ts';

/** The maximum length of a record, in characters. Real records have fewer than 1,000. */
const RECORD_LENGTH_MAX = 32_768;
/**
 * Matches an overwritten part of a file, in which the line endings may be overwritten as well. Real lines
 * have at most 4 consecutive spaces.
 */
const OVERWRITTEN = /[\0\s]{100}/;
const LONG_LINE = 500;
/** Matches an empty line. Some programs end a file with a Ctrl-Z. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a control character is what is looked for
const BLANK_LINE = /^[\s,;\u001a]*$/;

interface RowSink {
  /**
   * Receives a row. `isUnended` is true if the line is unterminated, so that its last cell may be incomplete.
   */
  row(cells: readonly string[], line: number, isUnended?: boolean): void;
  /** Receives a record that could not be split into cells. */
  unreadable(line: number, reason: string, content: string): void;
  /** Receives the number of rows on the sheets that are not read. */
  otherSheets?(rows: number): void;
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/**
 * Passes every record in a CSV file or on a workbook's first sheet to the sink. Returns a problem if the file
 * cannot be read as a whole.
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

/** Passes the rows to the sink, skipping rows that have no cells. */
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

/**
 * Calls `visit` for every line in a file, until it returns 'stop'. Lines are numbered from 1 and may end with
 * LF, CRLF, a mixture of both, or only CR. `isUnended` is true for a last line without a line ending.
 */
export function forEachLine(
  bytes: Uint8Array,
  visit: (line: string, number: number, isUnended: boolean) => 'stop' | undefined,
): void {
  const ending = bytes.includes(LINE_FEED) ? '\n' : '\r';
  let number = 0;
  for (const text of decodeInParts(bytes, ending))
    for (let start = 0; start < text.length; ) {
      const found = text.indexOf(ending, start);
      const next = found < 0 ? text.length : found;
      const end = next > start && text[next - 1] === '\r' ? next - 1 : next;
      number += 1;
      if (visit(text.slice(start, end), number, found < 0) === 'stop') return;
      start = next + 1;
    }
}

/**
 * Returns the cells in one line, or undefined if the line ends inside a quoted cell. In the regulator's
 * files, a quote inside a name is not doubled ("SMITH "BIG" BBQ"), but a spreadsheet that re-saves them does
 * double it. No cell contains a line break, so every line is one record, and a stray quote cannot swallow the
 * next line. In nearly all lines, no cell contains a comma or a quote, so they are simply split at their
 * commas, which is nearly twice as fast.
 */
export function splitCsvLine(line: string, separator = ','): string[] | undefined {
  const cells = line.split(separator);
  if (!line.includes('"')) return cells;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] ?? '';
    if (cell.charCodeAt(0) !== QUOTE) continue;
    if (cell.length < 2 || cell.indexOf('"', 1) !== cell.length - 1) return splitWithCare(line, separator);
    cells[index] = cell.slice(1, -1);
  }
  return cells;
}

function splitWithCare(line: string, separator: string): string[] | undefined {
  const cells: string[] = [];
  for (let start = 0; start <= line.length; ) {
    if (line[start] === '"') {
      const doubled = closingQuote(line, start, separator);
      const close = doubled ?? quoteBeforeSeparator(line, start, separator);
      if (close === undefined) return undefined;
      const content = line.slice(start + 1, close);
      cells.push(doubled === undefined ? content : content.replaceAll('""', '"'));
      start = close + 2;
    } else {
      const found = line.indexOf(separator, start);
      const end = found < 0 ? line.length : found;
      cells.push(line.slice(start, end));
      start = end + 1;
    }
  }
  return cells;
}

/** Returns the position where a cell ends if quotes inside it are doubled, or undefined if they are not. */
function closingQuote(line: string, open: number, separator: string): number | undefined {
  let quote = line.indexOf('"', open + 1);
  while (quote >= 0 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2);
  return quote >= 0 && endsCell(line, quote, separator) ? quote : undefined;
}

/**
 * Returns the position where a cell ends if quotes inside it are not doubled: at the first quote before a
 * separator or the end of the line.
 */
function quoteBeforeSeparator(line: string, open: number, separator: string): number | undefined {
  let quote = line.indexOf('"', open + 1);
  while (quote >= 0 && !endsCell(line, quote, separator)) quote = line.indexOf('"', quote + 1);
  return quote >= 0 ? quote : undefined;
}

function endsCell(line: string, quote: number, separator: string): boolean {
  return quote + 1 === line.length || line[quote + 1] === separator;
}

/** Returns the separator in a line: a comma, unless there are more semicolons or tabs outside quotes. */
function separatorOf(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((each) => [each, unquoted.split(each).length] as const);
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}
