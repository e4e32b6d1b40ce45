import { setImmediate } from 'node:timers/promises';

/** Yields rows in parts and lets other requests run in between, because SQLite queries block the process. */
export async function* inParts<Row>(rows: readonly Row[], size: number): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await setImmediate();
    yield rows.slice(start, start + size);
  }
}
