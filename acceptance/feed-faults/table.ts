import { writeXlsx } from 'hucre/xlsx';
import { forEachLine, splitCsvLine } from '../../src/regulator/formats/read-rows.ts';
import { columnsOf, type Kind } from './columns.ts';

/** A regulator's file split into its parts, so that one part can be damaged without changing the others. */
export interface Table {
  readonly kind: Kind;
  /** The header row, if the file has one. */
  readonly titles: readonly string[] | undefined;
  /** The index of each column, by our name for the column. */
  readonly columns: ReadonlyMap<string, number>;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly cells: readonly string[];
  /** The row's original line in the file; absent if the row was changed. */
  readonly line?: string;
}

export const EOL = '\r\n';
const WRITTEN = new Date('2026-01-01T00:00:00Z');

/** Reads a good extract in either version of its layout. */
export function readTable(kind: Kind, bytes: Uint8Array): Table {
  const rows: Row[] = [];
  forEachLine(bytes, (line) => {
    const cells = splitCsvLine(line);
    if (cells && cells.length > 1) rows.push({ cells, line });
    return undefined;
  });
  const [first] = rows;
  const isTitled = first?.cells.some((cell) => /license (type code|number)/i.test(cell)) ?? false;
  const titles = isTitled ? first?.cells : undefined;
  return {
    kind,
    titles,
    columns: columnsOf(kind, first?.cells.length ?? 0),
    rows: rows.slice(isTitled ? 1 : 0),
  };
}

/** Returns the column's index. Throws if the table does not have a column with this name. */
export function columnAt({ kind, columns }: Table, name: string): number {
  const column = columns.get(name);
  if (column === undefined) throw new Error(`${kind} has no column ${name}`);
  return column;
}

export function cellAt(table: Table, row: Row, name: string): string {
  return row.cells[columnAt(table, name)] ?? '';
}

export function withCells(row: Row, changes: readonly (readonly [column: number, cell: string])[]): Row {
  const cells = [...row.cells];
  for (const [column, cell] of changes) cells[column] = cell;
  return { cells };
}

/** Returns the rows with some of them changed. */
export function changeRows(
  table: Table,
  which: ReadonlySet<number> | 'all',
  change: (row: Row, index: number) => Row,
): Table {
  const rows = table.rows.map((row, index) =>
    which === 'all' || which.has(index) ? change(row, index) : row,
  );
  return { ...table, rows };
}

export function linesOf({ titles, rows }: Table): string[] {
  const lines = rows.map((row) => row.line ?? toLine(row.cells));
  return titles ? [toLine(titles), ...lines] : lines;
}

export function toText(table: Table): string {
  return linesOf(table)
    .map((line) => `${line}${EOL}`)
    .join('');
}

/** Returns the file's bytes. Closures are a workbook, like the regulator's, and everything else is CSV. */
export async function toBytes(table: Table): Promise<Uint8Array> {
  return table.kind === 'closures' ? toWorkbook(table) : Buffer.from(toText(table));
}

export async function toWorkbook({ titles, rows }: Table): Promise<Uint8Array> {
  const cells = rows.map((row) => [...row.cells]);
  const sheets = [{ name: 'Sheet1', rows: titles ? [[...titles], ...cells] : cells }];
  // Without a fixed date, the workbook would contain the time at which it was created.
  return writeXlsx({ sheets, properties: { created: WRITTEN, modified: WRITTEN } });
}

export function toLine(cells: readonly string[]): string {
  return `"${cells.map((cell) => (cell.includes('"') ? cell.replaceAll('"', '""') : cell)).join('","')}"`;
}
