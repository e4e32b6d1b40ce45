/** A row of the report. `aim` and `met` are null if there is no target. */
export interface Row {
  readonly part: 'http' | 'start';
  readonly what: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 's';
  /** Further details, such as the individual rounds or the parts of a figure. */
  readonly note: string;
  readonly aim: string | null;
  readonly met: boolean | null;
}

/** Returns a row without a target. */
export function figure(row: Omit<Row, 'aim' | 'met'>): Row {
  return { ...row, aim: null, met: null };
}

/** Returns a row with an upper limit. */
export function atMost(bound: number, row: Omit<Row, 'aim' | 'met'>): Row {
  return { ...row, aim: `≤ ${bound} ${row.unit}`, met: row.value <= bound };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new Error('no values to take the median of');
  return (lower + upper) / 2;
}

/** Returns the smallest value that is greater than or equal to `share` of the sorted values. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Rounds to three significant digits; more would only show how busy the machine was. */
export function round(value: number): number {
  return Number(value.toPrecision(3));
}

export function list(values: readonly number[]): string {
  return values.map((value) => round(value)).join(', ');
}

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ what, value, unit, note, aim, met }) => [
    what,
    `${round(value)} ${unit}`,
    aim === null ? '' : `${aim}: ${met ? 'met' : 'MISSED'}`,
    note,
  ]);
  const titles = ['measured', 'figure', 'aim', 'note'];
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  line(titles);
  line(widths.map((width) => '-'.repeat(width)));
  for (const row of cells) line(row);
}
