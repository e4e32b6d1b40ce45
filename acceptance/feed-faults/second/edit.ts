import { drawInt, type Random } from '../../../src/lib/random.ts';
import { type Damaged, describeRows, drawBlock, type Fault, isMany, type Target } from '../fault.ts';
import { changeRows, columnAt, type Row, type Table, withCells } from '../table.ts';

/** Functions that the classes of the second set share. They edit columns, and keep or drop rows. */
export type Rows = ReadonlySet<number> | 'all';

export const GONE: Fault['noticeable'] = {
  when: isMany,
  because: 'a few rows fewer can be true; six vendors and 2 % of them at once cannot',
};

export function whenSeveral(because: string): Fault['noticeable'] {
  return { when: ({ ours }) => ours > 1, because };
}

/** Returns 1 to 5 % of the rows, a block of rows, or all. */
export function drawShare({ today }: Target, random: Random): Rows {
  const extent = random();
  if (extent < 0.3) return 'all';
  if (extent < 0.6) return drawBlock(today.rows.length, random);
  const share = 0.01 + random() * 0.04;
  const chosen = [...today.rows.keys()].filter(() => random() < share);
  return new Set(chosen.length > 0 ? chosen : [drawInt(random, today.rows.length)]);
}

export function editColumn(
  target: Target,
  rows: Rows,
  name: string,
  write: (cell: string, index: number) => string,
  what: string,
): Damaged {
  return editColumns(target, rows, [name], write, `${name}: ${what}`);
}

export function editColumns(
  { today }: Target,
  rows: Rows,
  names: readonly string[],
  write: (cell: string, index: number) => string,
  what: string,
): Damaged {
  const columns = names.filter((name) => today.columns.has(name)).map((name) => columnAt(today, name));
  const file = changeRows(today, rows, (row, index) =>
    withCells(
      row,
      columns.map((column) => [column, write(row.cells[column] ?? '', index)]),
    ),
  );
  return { file, touched: rows, note: `${what}, ${describeRows(rows)}` };
}

/** Keeps only the rows that pass a test. Returns undefined if all of the rows pass or none of them do. */
export function keepRows(
  { today }: Target,
  passes: (row: Row, index: number) => boolean,
  what: string,
): Damaged | undefined {
  const gone = new Set(
    [...today.rows.entries()].filter(([index, row]) => !passes(row, index)).map(([index]) => index),
  );
  if (gone.size === 0 || gone.size === today.rows.length) return undefined;
  const rows = today.rows.filter((_, index) => !gone.has(index));
  return { file: { ...today, rows }, touched: gone, note: `${what}, ${describeRows(gone)} gone` };
}

/** Replaces cells in some columns with cells from other rows of the file, chosen by `sourceOf`. */
export function moveCells(
  { today }: Target,
  rows: Rows,
  names: readonly string[],
  sourceOf: (index: number) => number,
  what: string,
): Damaged {
  const columns = names.map((name) => columnAt(today, name));
  const file = changeRows(today, rows, (row, index) =>
    withCells(
      row,
      columns.map((column) => [column, today.rows[sourceOf(index)]?.cells[column] ?? '']),
    ),
  );
  return { file, touched: rows, note: `${what}, ${describeRows(rows)}` };
}

/** Returns the indexes of the rows in order. */
export function indexesOf({ rows }: Table, which: Rows): number[] {
  return which === 'all' ? [...rows.keys()] : [...which].sort((a, b) => a - b);
}
