import { decodeText } from '../../../lib/text/text.ts';

/** One citation as it appears in the file, before any checks. Missing values are undefined. */
export interface RawObservation {
  /** The line number in a CSV file, or the citation's position in a JSON file, counted from 1. */
  readonly line: number;
  readonly visit: string | undefined;
  readonly code: string | undefined;
  readonly text: string | undefined;
  /** True if the visit id is a key in a JSON object, so no column title confirms that it is a visit id. */
  readonly keyed?: boolean;
  /** True if the file ends in the middle of this citation. */
  readonly cutOff?: boolean;
  /** The reason code, if the row is refused because it must be incomplete. */
  readonly broken?: string;
}

type ObservationRecords =
  | { readonly rows: Iterable<RawObservation>; readonly problem?: undefined }
  | { readonly problem: { readonly code: string; readonly text: string } };

/** The maximum size of an observation file, in bytes. A year of data for all of Florida is under 100 MB. */
const BYTES_MAX = 128 * 1024 * 1024;
/**
 * The maximum number of objects, lists and commas in a JSON file, including commas inside strings. Each one
 * can take up to 80 bytes of memory once the file is parsed.
 */
const MARKS_MAX = 8_000_000;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;
const JSON_START = /^\ufeff?\s*\{\s*"\d{1,12}"\s*:\s*\[/;
const TITLES = ['visitid', 'violation', 'obs'] as const;
const HEAD_LENGTH = 512;
/**
 * The maximum length of a cell. It leaves room for the longest text we store, even with its quotes doubled.
 */
const CELL_LENGTH_MAX = 32_768;
const CELLS_MAX = 1_000;

/**
 * Returns the citations in a file. It accepts two formats: a JSON object, visit id → [{code, observation}],
 * and a CSV file with the columns id, visitid, violation, details_id and obs, whose text can span lines.
 * Returns undefined for any other file.
 */
export function openObservations(bytes: Uint8Array): ObservationRecords | undefined {
  const head = decodeText(bytes.subarray(0, HEAD_LENGTH));
  const titles = titlesOf(head);
  if (!JSON_START.test(head) && !titles) return undefined;
  if (bytes.length > BYTES_MAX) return problem('too_large', 'larger than a file of observations may be');
  if (!titles && countMarks(bytes) > MARKS_MAX)
    return problem('too_large', 'more parts than a file of observations may have');
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  return titles ? { rows: readCsv(text, titles) } : readJson(text);
}

/**
 * Counts brackets and commas before parsing, to limit memory use. The whole file is parsed at once, and a
 * list of empty values takes more memory than its text.
 */
function countMarks(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === COMMA || byte === LIST || byte === OBJECT) count += 1;
  return count;
}

type Columns = Readonly<Record<(typeof TITLES)[number], number>>;

function titlesOf(head: string): Columns | undefined {
  const line = head.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? '';
  const cells = line.split(',').map((cell) => cell.replaceAll('"', '').trim().toLowerCase());
  const [visitid, violation, obs] = TITLES.map((title) => cells.indexOf(title));
  if (visitid === undefined || violation === undefined || obs === undefined) return undefined;
  return visitid < 0 || violation < 0 || obs < 0 ? undefined : { visitid, violation, obs };
}

function readJson(text: string): ObservationRecords {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return problem('damaged_json', 'incomplete JSON: damaged or cut off');
  }
  return { rows: jsonRows(content) };
}

function* jsonRows(content: unknown): Generator<RawObservation> {
  let line = 0;
  for (const [visit, items] of Object.entries(content ?? {})) {
    for (const item of Array.isArray(items) ? items : [undefined]) {
      line += 1;
      yield { line, visit, code: member(item, 'code'), text: member(item, 'observation'), keyed: true };
    }
  }
}

function member(item: unknown, name: string): string | undefined {
  const value: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function* readCsv(text: string, columns: Columns): Generator<RawObservation> {
  let isTitles = true;
  let last: RawObservation | undefined;
  for (const { cells, line, whole, broken } of csvRecords(text)) {
    if (!isTitles && cells.some((cell) => cell.trim() !== '')) {
      // A row that starts with words is the tail of a text that lost a quote, so the previous row has only
      // the beginning of that text.
      const isRest = broken !== undefined && /\p{L}/u.test(cells[0] ?? '');
      if (last) yield isRest ? { ...last, broken } : last;
      const cell = (title: keyof Columns) => (whole ? cells[columns[title]] : undefined);
      last = {
        line,
        visit: cell('visitid'),
        code: cell('violation'),
        text: cell('obs'),
        cutOff: !whole,
        ...(broken === undefined ? {} : { broken }),
      };
    }
    isTitles = false;
  }
  if (last) yield last;
}

interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
  /** False if the file ends inside a quoted cell. */
  readonly whole: boolean;
  /** The reason code, if the row must be incomplete. */
  readonly broken: string | undefined;
}

/** Matches the rest of a cell and the character that ends it. */
const REST = /([^,\r\n]*)(,|\r?\n|\r|$)/y;

/** Matches the start of a line that may begin a row. Every row begins with a number. */
const ROW_BEGINS = /\n(?="?\d+"?,)/;
/**
 * The number of times reading may go back to a row that broken quotes swallowed. In a file with more broken
 * quotes, so many rows are lost that the file is held anyway.
 */
const REWINDS_MAX = 1_000;

/**
 * Reads the records in a CSV file. In this format, unlike in the regulator's extracts, quotes inside a cell
 * are doubled and a quoted cell may contain line breaks. A row with broken quotes may have swallowed the next
 * row, so reading resumes where that next row begins.
 */
function* csvRecords(text: string): Generator<CsvRecord> {
  let width: number | undefined;
  let rewinds = 0;
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const { cells, end, whole, isQuoteAstray } = readRecord(text, at);
    const isOtherWidth = width !== undefined && cells.length !== width;
    width ??= cells.length;
    const broken = isOtherWidth ? 'column_count' : isQuoteAstray ? 'quotes_broken' : undefined;
    yield { cells, line, whole, broken: whole ? broken : undefined };
    const next = broken !== undefined && rewinds < REWINDS_MAX ? nextRow(text, at, end) : end;
    if (next < end) rewinds += 1;
    line += lineBreaks(text, at, next);
    at = next;
  }
}

function nextRow(text: string, from: number, end: number): number {
  const at = text.slice(from, end).search(ROW_BEGINS);
  return at < 0 ? end : from + at + 1;
}

/** Reads one record, starting at its first character. Returns the record and the position where it ends. */
function readRecord(text: string, from: number) {
  const cells: string[] = [];
  let isQuoteAstray = false;
  for (let at = from; ; ) {
    const isQuoted = text[at] === '"';
    const close = isQuoted ? closingQuote(text, at) : at;
    REST.lastIndex = isQuoted ? close + 1 : at;
    const match = close < 0 ? null : REST.exec(text);
    if (!match) {
      cells.push(text.slice(at, at + HEAD_LENGTH));
      return { cells, end: text.length, whole: false, isQuoteAstray };
    }
    const [, plain = '', ending = ''] = match;
    isQuoteAstray ||= isQuoted ? plain.trim() !== '' : plain.includes('"');
    cells.push(isQuoted ? unquoted(text, at + 1, close) : plain.slice(0, CELL_LENGTH_MAX));
    at = REST.lastIndex;
    // No valid row has this many cells, so the rest of the row is dropped.
    if (cells.length > CELLS_MAX) cells.length = CELLS_MAX;
    if (ending !== ',' || at >= text.length) return { cells, end: at, whole: true, isQuoteAstray };
  }
}

/**
 * Returns a cell's text with its doubled quotes undone. Text over the maximum length is truncated, because
 * its row is refused for being too long anyway.
 */
function unquoted(text: string, from: number, to: number): string {
  return text.slice(from, Math.min(to, from + CELL_LENGTH_MAX)).replaceAll('""', '"');
}

function closingQuote(text: string, open: number): number {
  let quote = text.indexOf('"', open + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text[at] === '\n') count += 1;
  return count > 0 || text[to - 1] !== '\r' ? count : 1;
}

function problem(code: string, text: string): ObservationRecords {
  return { problem: { code, text } };
}
