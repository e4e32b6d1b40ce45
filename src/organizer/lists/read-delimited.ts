import { roleOfTitle } from './list-columns.ts';

/**
 * Splits pasted or saved spreadsheet text into cells. Cells are separated by tabs, semicolons or commas, and
 * can be quoted. A quote that is never closed is treated as a normal character, so that it does not include
 * the following lines.
 */

type Delimiter = '\t' | ';' | ',' | undefined;

export interface TextRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The maximum length of a quoted cell. Real cells with line breaks, such as addresses, are much shorter. */
const QUOTED_LENGTH_MAX = 2_000;
/** The maximum number of cells per row, which is far more than a list needs. */
const CELLS_MAX = 100;
const LINE_END = /\r\n|\n|\r/;
/** Matches blank rows. Spreadsheets can save hundreds of them after a table. */
const BLANK = /[\s,;"]*/y;

/**
 * Returns the rows of a text. Without a delimiter, each line is one cell. Returns at most `most` rows, plus
 * one row with content to show that there are more. The work is therefore limited for a long text that will
 * be rejected.
 */
export function readDelimited(text: string, delimiter: Delimiter, most: number): TextRow[] {
  const rows: TextRow[] = [];
  let line = 1;
  for (let at = 0; at < text.length && rows.length <= most; ) {
    if (rows.length === most) {
      BLANK.lastIndex = at;
      at += BLANK.exec(text)?.[0].length ?? 0;
      if (at === text.length) break;
    }
    const { cells, end } = readRecord(text, at, delimiter);
    rows.push({ line, cells });
    line += text.slice(at, end).split(LINE_END).length - 1;
    at = end;
  }
  return rows;
}

/**
 * Finds the character that separates the cells. It separates the headings, or it occurs equally often in
 * nearly every line. For tabs, half of the lines are enough, because spreadsheets paste tabs. Separators in
 * just a few lines do not count: the comma in "Tampa Taco Co, LLC" is part of a name.
 */
export function findDelimiter(text: string, { isFile }: { readonly isFile: boolean }): Delimiter {
  const lines = text.split(LINE_END, LINES_LOOKED_AT).filter((line) => line.trim() !== '');
  const signs = ['\t', ';', ','] as const;
  const titled = signs.find((sign) =>
    lines.slice(0, TITLES_WITHIN).some((line) => titlesIn(cellsOf(line, sign)) > 1),
  );
  if (titled) return titled;
  const counted = signs.map((sign) => {
    const counts = lines.map((line) => cellsOf(line, sign).length - 1);
    const usual = mostCommon(counts);
    return {
      sign,
      usual,
      share: counts.filter((count) => count === usual).length / Math.max(1, lines.length),
    };
  });
  // A file can still have several columns if some lines are titles or have names with a comma, so half of the
  // lines are enough.
  return counted.find(({ sign, usual, share }) => usual > 0 && share >= (isFile || sign === '\t' ? 0.5 : 0.8))
    ?.sign;
}

const LINES_LOOKED_AT = 100;
const LINE_LENGTH_LOOKED_AT = 2_000;
const TITLES_WITHIN = 6;

function titlesIn(cells: readonly string[]): number {
  return cells.filter((cell) => roleOfTitle(cell.trim()) !== undefined).length;
}

function mostCommon(counts: readonly number[]): number {
  const times = Map.groupBy(counts, (count) => count);
  return [...times].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 0;
}

function cellsOf(line: string, sign: '\t' | ';' | ','): string[] {
  return readRecord(line.slice(0, LINE_LENGTH_LOOKED_AT), 0, sign).cells;
}

function readRecord(text: string, start: number, delimiter: Delimiter): { cells: string[]; end: number } {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const quoted = delimiter !== undefined && text[at] === '"' ? readQuoted(text, at, delimiter) : undefined;
    const { cell, end } = quoted ?? readPlain(text, at, delimiter);
    if (cells.length < CELLS_MAX) cells.push(cell);
    if (end < text.length && text[end] === delimiter) at = end + 1;
    else return { cells, end: afterLineEnd(text, end) };
  }
}

function readPlain(text: string, at: number, delimiter: Delimiter): { cell: string; end: number } {
  let end = at;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(at, end), end };
}

function readQuoted(
  text: string,
  at: number,
  delimiter: Delimiter,
): { cell: string; end: number } | undefined {
  const most = Math.min(text.length, at + QUOTED_LENGTH_MAX);
  for (let quote = text.indexOf('"', at + 1); quote >= 0 && quote <= most; ) {
    const next = text[quote + 1];
    if (next === '"') quote = text.indexOf('"', quote + 2);
    else if (next === undefined || next === delimiter || next === '\n' || next === '\r')
      return { cell: text.slice(at + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    else return undefined;
  }
  return undefined;
}

function afterLineEnd(text: string, end: number): number {
  if (text[end] === '\r' && text[end + 1] === '\n') return end + 2;
  return end < text.length ? end + 1 : end;
}
