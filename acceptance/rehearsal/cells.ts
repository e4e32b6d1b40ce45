/**
 * The cells in a CSV file, starting with the header row. Every cell is quoted and does not contain quotes.
 */

type Cells = readonly (readonly string[])[];

export function cellsOf(text: string): string[][] {
  return text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.slice(1, -1).split('","'));
}

export function textOf(cells: Cells): string {
  return cells.map((row) => `"${row.join('","')}"\r\n`).join('');
}

/** Returns the cells with one column changed. `line` 0 is the header row. */
export function withCell(
  cells: Cells,
  title: string,
  change: (cell: string, line: number) => string,
): string[][] {
  const at = columnOf(cells, title);
  return cells.map((row, line) => row.map((cell, column) => (column === at ? change(cell, line) : cell)));
}

export function withoutCell(cells: Cells, title: string): string[][] {
  const at = columnOf(cells, title);
  return cells.map((row) => row.filter((_, column) => column !== at));
}

function columnOf(cells: Cells, title: string): number {
  const at = (cells[0] ?? []).findIndex((cell) => cell.trim() === title);
  if (at < 0) throw new Error(`the file has no column ${title}`);
  return at;
}
