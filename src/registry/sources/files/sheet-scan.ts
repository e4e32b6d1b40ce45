/**
 * Looks a worksheet's XML through before it is read, in one pass and with little memory: reading collects a whole row,
 * and a whole tag, before anybody can refuse it. Takes tags apart as the library does that reads the sheet afterwards.
 */

export const ROWS_MAX = 2_000_000;
const ROW_LENGTH_MAX = 1024 * 1024;
const TAG_LENGTH_MAX = 16 * 1024;
/** A cell as nearly all are written; its column has two letters at most: 702 columns. */
const USUAL_CELL = /^c r="[A-Z]{1,2}\d{1,7}"(?: s="\d+")?(?: t="\w+")?$/;
const CELL_PLACE = /(?:^|[\s"'])r\s*=\s*["']?([^\d"'\s]*)/g;
const PLACE_LETTERS = /^[A-Za-z]{0,2}$/;
const [GREATER, DOUBLE_QUOTE, SINGLE_QUOTE] = [62, 34, 39];

export interface SheetProblem {
  readonly code: string;
  readonly text: string;
}

export interface SheetScan {
  /** The first thing that is wrong, in what came so far. */
  read(chunk: Buffer): SheetProblem | undefined;
  /** Rows so far that have a value in a cell. */
  filledRows(): number;
}

export function scanSheet(): SheetScan {
  /** The beginning of a tag whose end is still to come. */
  let begun: Buffer = Buffer.alloc(0);
  let rows = 0;
  /** How much of the row under way came so far; undefined between rows. */
  let rowLength: number | undefined;
  let filledRows = 0;
  let isFilled = false;

  const takeTag = (tag: string): SheetProblem | undefined => {
    if (tag.startsWith('!')) return UNUSUAL;
    const isClosing = tag.startsWith('/');
    const local = localName(isClosing ? tag.slice(1).trim() : tag);
    if (local === 'c' && !isClosing) return hasFarColumn(tag) ? TOO_MANY_COLUMNS : undefined;
    if (!isClosing && !isFilled && (local === 'v' || local === 't')) {
      isFilled = true;
      filledRows += 1;
    }
    if (local !== 'row') return undefined;
    isFilled = false;
    if (!isClosing) rowLength = 0;
    if (!isClosing && !tag.endsWith('/')) return undefined;
    rowLength = undefined;
    rows += 1;
    return rows > ROWS_MAX ? TOO_MANY_ROWS : undefined;
  };

  return {
    filledRows: () => filledRows,
    read(chunk) {
      const bytes = Buffer.concat([begun, chunk]);
      // All that counts is ASCII.
      const text = bytes.toString('latin1');
      let at = 0;
      begun = Buffer.alloc(0);
      while (at < text.length) {
        const open = text.indexOf('<', at);
        const end = open < 0 ? -1 : endOfTag(text, open);
        const next = open < 0 ? text.length : end < 0 ? open : end + 1;
        if (rowLength !== undefined) rowLength += next - at;
        if (rowLength !== undefined && rowLength > ROW_LENGTH_MAX) return ROW_TOO_LARGE;
        if (open >= 0 && end < 0) {
          begun = bytes.subarray(open);
          return begun.length > TAG_LENGTH_MAX ? UNUSUAL : undefined;
        }
        const problem = open < 0 ? undefined : takeTag(text.slice(open + 1, end));
        if (problem) return problem;
        at = next;
      }
      return undefined;
    },
  };
}

/** Where the tag that opens at `open` ends: at the first ">", in an opening tag outside of quotes; -1 when it is still to come. */
function endOfTag(text: string, open: number): number {
  const kind = text[open + 1];
  if (kind === '/' || kind === '!') return text.indexOf('>', open);
  if (kind === '?') {
    const end = text.indexOf('?>', open);
    return end < 0 ? -1 : end + 1;
  }
  let quote = 0;
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
    else if (code === GREATER) return at;
  }
  return -1;
}

function localName(tag: string): string {
  const name = /^[^\s/]*/.exec(tag)?.[0] ?? '';
  return name.slice(name.indexOf(':') + 1);
}

/** A cell far to the right makes its row that wide. */
function hasFarColumn(tag: string): boolean {
  if (USUAL_CELL.test(tag)) return false;
  return [...tag.matchAll(CELL_PLACE)].some(([, letters = '']) => !PLACE_LETTERS.test(letters));
}

const UNUSUAL: SheetProblem = {
  code: 'damaged_workbook',
  text: 'the workbook cannot be read: its sheet holds what spreadsheet programs do not write',
};
const TOO_MANY_COLUMNS: SheetProblem = { code: 'too_large', text: 'its sheet has more than 702 columns' };
const TOO_MANY_ROWS: SheetProblem = { code: 'too_large', text: `its sheet has more than ${ROWS_MAX} rows` };
const ROW_TOO_LARGE: SheetProblem = {
  code: 'too_large',
  text: 'a row of its sheet is longer than a record may be',
};
