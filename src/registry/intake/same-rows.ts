/** Whether a row on file has every value of the row of a file; it may have more. Lists are never the same. Pure. */
export function saysTheSame<Row extends object>(row: Row, onFile: Row): boolean {
  for (const column in row) if (row[column] !== onFile[column]) return false;
  return true;
}
