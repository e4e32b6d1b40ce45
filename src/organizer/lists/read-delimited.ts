import { roleOfTitle } from './list-columns.ts';

/**
 * Splits text that was pasted or saved by a spreadsheet: cells between tabs, semicolons or commas, quoted or
 * not. A quote that is never closed is treated as an ordinary character, so that it does not swallow the
 * lines after it.
 */

type Delimiter = '\t' | ';' | ',' | undefined;

export interface TextRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A quoted cell with line breaks, such as an address, is short. */
const QUOTED_LENGTH_MAX = 2_000;
/** Far more cells than are needed. */
const CELLS_MAX = 100;
const LINE_END = /\r\n|\n|\r/;
/** Matches blank rows, because a spreadsheet saves hundreds of them after a table. */
const BLANK = /[\s,;"]*/y;

/**
 * Returns the rows of a text; without a delimiter each line is one cell. Reads at most `most` rows plus one
 * more with content, so that a text that is rejected does not cost more work the longer it is.
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
 * Finds the character between the cells: the one that separates the headings, or that occurs equally often in
 * nearly every line. Spreadsheets paste tabs, so for tabs half of the lines are enough. One line with a tab
 * does not make the others a table: a comma in "Tampa Taco Co, LLC" is part of a name.
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
  // In a file, a title above the table or a name with a comma does not mean that it has only one column.
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
