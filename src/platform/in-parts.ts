import { setImmediate } from 'node:timers/promises';

/** Yields rows in parts. SQLite is synchronous, so this lets other requests run between parts. */
export async function* inParts<Row>(rows: readonly Row[], size: number): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await setImmediate();
    yield rows.slice(start, start + size);
  }
}
