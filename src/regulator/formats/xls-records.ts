import { openStreams, XlsDamaged } from './xls-stream.ts';

/**
 * Checks a legacy .xls workbook before it is read. The check is needed because the library that reads the
 * cells treats a missing record as blank, and stops without an error at the first overwritten part. Source:
 * [MS-XLS], BIFF8 records.
 */

interface SheetProblem {
  readonly code: string;
  readonly text: string;
}

type XlsCheck =
  | { readonly problem: SheetProblem }
  | {
      readonly problem?: undefined;
      /** The number of rows with at least one value, for each sheet in workbook order. */
      readonly sheetRows: readonly number[];
    };

/**
 * The maximum number of records, each of which uses about 200 bytes of memory. A sheet with 65,536 rows
 * written by Excel has 1,700,000 records.
 */
const RECORDS_MAX = 3_000_000;
/**
 * The maximum size of all strings in the file, in bytes. Each byte uses about 30 bytes of memory while the
 * file is read. The 30,000 rows for a fiscal year have 2 MB of strings.
 */
const TEXT_BYTES_MAX = 16 * 1024 * 1024;
const SHEETS_MAX = 256;
const COLUMNS_MAX = 256;
const BIFF8 = 0x0600;
const BOF = 0x0809;
const EOF = 0x000a;
const FILEPASS = 0x002f;
const BOUNDSHEET = 0x0085;
const SST = 0x00fc;
const CONTINUE = 0x003c;
const LABEL = 0x0204;
const FORMULA = 0x0006;
const FORMULA_TEXT = 0x0207;
const TEXTS: ReadonlySet<number> = new Set([SST, CONTINUE, LABEL, FORMULA_TEXT]);
const LABEL_SST = 0x00fd;
const MULTIPLE = 0x00bd;
const RICH_LABEL = 0x00d6;
/** Record types that contain one cell: label, number, boolean or error, formula, or rounded number. */
const CELLS: ReadonlySet<number> = new Set([LABEL_SST, LABEL, 0x0203, 0x0205, FORMULA, 0x027e]);
const HEADER_BYTES = 4;
const CELL_BYTES = 6;
const ENCRYPTED_STREAM = 'EncryptedPackage';

/**
 * Returns the problem with the workbook as a whole, or the number of rows on each sheet. Never throws because
 * of the workbook's content.
 */
export function checkXls(bytes: Uint8Array): XlsCheck {
  try {
    const streams = openStreams(bytes);
    if (streams.names.includes(ENCRYPTED_STREAM)) return { problem: ENCRYPTED };
    const stream = streams.read('Workbook');
    if (stream) return checkRecords(stream);
    return { problem: streams.names.includes('Book') ? TOO_OLD : damaged('it holds no workbook') };
  } catch (error) {
    if (error instanceof XlsDamaged) return { problem: damaged(error.message) };
    throw error;
  }
}

interface Sheet {
  rows: number;
  lastRow: number | undefined;
}

/** The totals for the records read so far. */
interface Seen {
  records: number;
  textBytes: number;
  /** The number of strings in the table that cells refer to. */
  texts: number;
  /** The number of open substreams: a sheet, and possibly a chart in it. */
  depth: number;
  previous: number;
  /** The positions of sheets according to the table of contents. */
  readonly listed: Set<number>;
  /** The sheets and other substreams found, by position. */
  readonly found: Map<number, Sheet>;
}

function checkRecords(stream: Buffer): XlsCheck {
  const seen: Seen = {
    records: 0,
    textBytes: 0,
    texts: 0,
    depth: 0,
    previous: 0,
    listed: new Set(),
    found: new Map(),
  };
  let sheet: Sheet | undefined;
  for (let at = 0; at < stream.length; ) {
    const id = at + HEADER_BYTES <= stream.length ? stream.readUInt16LE(at) : 0;
    // The sector after the last sheet is filled with zeros.
    if (id === 0 && seen.depth === 0 && seen.found.size > 0) break;
    const length = id === 0 ? 0 : stream.readUInt16LE(at + 2);
    const data = stream.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length);
    if (id === 0 || data.length < length) throw new XlsDamaged('a part of it is blank or cut off');
    if (id === BOF && seen.depth === 0) {
      sheet = { rows: 0, lastRow: undefined };
      seen.found.set(at, sheet);
    }
    const problem = takeRecord(id, data, seen, sheet);
    if (problem) return { problem };
    seen.previous = id;
    at += HEADER_BYTES + length;
  }
  return { sheetRows: rowsOfSheets(seen) };
}

function takeRecord(
  id: number,
  data: Buffer,
  seen: Seen,
  sheet: Sheet | undefined,
): SheetProblem | undefined {
  seen.records += 1;
  if (TEXTS.has(id)) seen.textBytes += data.length;
  if (seen.records > RECORDS_MAX || seen.textBytes > TEXT_BYTES_MAX) return TOO_LARGE;
  if (!sheet) throw new XlsDamaged('it does not begin as a workbook does');
  if (id === FILEPASS) return ENCRYPTED;
  if (id === RICH_LABEL || (id === FORMULA_TEXT && seen.previous !== FORMULA))
    throw new XlsDamaged('it holds what tables of records do not; save it as .xlsx or CSV');
  if (id === BOF && !(data.length >= 2 && data.readUInt16LE(0) === BIFF8)) return TOO_OLD;
  if (id === BOF) seen.depth += 1;
  if (id === EOF) seen.depth -= 1;
  if (seen.depth < 0) throw new XlsDamaged('a sheet ends twice');
  if (id === BOUNDSHEET && data.length >= 4) seen.listed.add(data.readUInt32LE(0));
  if (seen.listed.size > SHEETS_MAX) return TOO_LARGE;
  if (id === SST && data.length >= 8) seen.texts = data.readUInt32LE(4);
  if (CELLS.has(id) || id === MULTIPLE) takeCells(id, data, seen, sheet);
  return undefined;
}

function rowsOfSheets({ depth, listed, found }: Seen): number[] {
  if (depth > 0) throw new XlsDamaged('a sheet does not end');
  if (listed.size === 0) throw new XlsDamaged('it lists no sheet');
  return [...listed].map((position) => {
    const sheet = found.get(position);
    if (!sheet) throw new XlsDamaged('a sheet is not where its table of contents says');
    return sheet.rows;
  });
}

/** Checks a record that contains cells. Counts a row if it differs from the previous cell's row. */
function takeCells(id: number, data: Buffer, { texts }: Seen, sheet: Sheet): void {
  if (data.length < CELL_BYTES) throw new XlsDamaged('a cell is cut off');
  const row = data.readUInt16LE(0);
  const width = id === MULTIPLE ? Math.ceil((data.length - CELL_BYTES) / CELL_BYTES) : 1;
  if (data.readUInt16LE(2) + width > COLUMNS_MAX) throw new XlsDamaged('a cell is too far to the right');
  if (id === LABEL_SST && !(data.length >= CELL_BYTES + 4 && data.readUInt32LE(CELL_BYTES) < texts))
    throw new XlsDamaged('a text is missing');
  if (row !== sheet.lastRow) sheet.rows += 1;
  sheet.lastRow = row;
}
function damaged(why: string): SheetProblem {
  return { code: 'damaged_workbook', text: `the workbook cannot be read: ${why}` };
}

const ENCRYPTED: SheetProblem = {
  code: 'encrypted',
  text: 'the workbook has a password; save it without one',
};
const TOO_OLD: SheetProblem = {
  code: 'legacy_xls',
  text: 'a workbook of Excel 95 or an older program; save it as .xlsx or CSV',
};
const TOO_LARGE: SheetProblem = {
  code: 'too_large',
  text: 'the workbook has more cells, texts or sheets than the largest one allowed',
};
