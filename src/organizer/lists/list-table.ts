import { cleanText } from '../../lib/text/text.ts';
import type { ListProblem } from './line-words.ts';
import {
  CELL_LENGTH_MAX,
  COLUMNS_MAX,
  LIST_BYTES_MAX,
  ROWS_MAX,
  TABLE_CHARACTERS_MAX,
} from './list-bounds.ts';

/**
 * A list as the user typed, pasted or uploaded it, with cleaned cells and a limited size. Its columns do not
 * have roles yet.
 */
export interface ListTable {
  readonly rows: readonly TableRow[];
  /** Set only for a workbook with several sheets. */
  readonly sheets?: ReadSheet;
}

/** The sheet that the table came from, and the other sheets in the workbook. */
interface ReadSheet {
  readonly read: string;
  readonly isHidden?: boolean;
  /** Other sheets with rows. `table` is set if the user can switch to the sheet. */
  readonly others: readonly {
    readonly name: string;
    readonly isHidden: boolean;
    readonly count: number;
    readonly table?: readonly TableRow[];
  }[];
  /** The names of sheets that were not parsed. */
  readonly unread: readonly string[];
}

export interface TableRow {
  /** The row's number in the text or sheet, starting at 1. */
  readonly line: number;
  /** Cells with at most {@link CELL_LENGTH_MAX} characters each. */
  readonly cells: readonly string[];
  /** True if a cell was too long and was shortened. */
  readonly isCut?: true;
}

/** The reason that a list could not be parsed at all. */
export interface UnreadableList {
  readonly problem: ListProblem;
}

/** The maximum length of a cell before blanks and invisible characters are removed. */
const READ_LENGTH_MAX = 4 * CELL_LENGTH_MAX;
/** Matches invisible characters and characters that change the text direction. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gu;

const TOO_MANY_ROWS: UnreadableList = { problem: 'tooManyRows' };
export const NOTHING_IN_IT: UnreadableList = { problem: 'nothing' };

/** Returns the rows up to the last one with content, including blank rows between them. */
export function toTable(
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
): ListTable | UnreadableList {
  if (typedIn(rows) > LIST_BYTES_MAX) return { problem: 'tooMuchText' };
  const cleaned = rows.map(({ line, cells }) => cleanRow(line, cells));
  const last = cleaned.findLastIndex(({ cells }) => cells.length > 0);
  const kept = cleaned.slice(0, last + 1);
  const filled = kept.filter(({ cells }) => cells.length > 0).length;
  if (filled === 0) return NOTHING_IN_IT;
  if (kept.length > ROWS_MAX + 1) return TOO_MANY_ROWS;
  if (charactersIn(kept) > TABLE_CHARACTERS_MAX) return { problem: 'tooMuchText' };
  return { rows: kept };
}

/**
 * Counts the characters to clean. Their number is limited because a workbook can repeat one long text in
 * every cell.
 */
function typedIn(rows: readonly { readonly cells: readonly string[] }[]): number {
  const lengths = rows.flatMap(({ cells }) => cells.slice(0, COLUMNS_MAX).map((cell) => cell.length));
  return lengths.reduce((sum, length) => sum + Math.min(length, READ_LENGTH_MAX), 0);
}

/** Returns the number of characters that the table adds to a form. */
export function charactersIn(rows: readonly TableRow[]): number {
  return rows.reduce((sum, { cells }) => sum + cells.join().length, 0);
}

function cleanRow(line: number, cells: readonly string[]): TableRow {
  const texts = cells.slice(0, COLUMNS_MAX).map(cleanCell);
  const cut = texts.map((text) => text.slice(0, CELL_LENGTH_MAX));
  while (cut.length > 0 && cut.at(-1) === '') cut.pop();
  return {
    line,
    cells: cut,
    ...(texts.some((text) => text.length > CELL_LENGTH_MAX) ? { isCut: true } : {}),
  };
}

/** Removes invisible characters and extra blanks. Shortens the cell first, because it may have a megabyte. */
function cleanCell(cell: string): string {
  const visible = cell.slice(0, READ_LENGTH_MAX).replace(/\s+/gu, ' ').replace(INVISIBLE, '');
  return cleanText(visible).text;
}
