import type { FileFacts, Likeness } from '../sources/likeness.ts';
import { saysTheSame } from './same-rows.ts';

/**
 * What each row is compared with: the row in force, or one that it replaced and that the row agrees with. So a file that
 * says again what was on file before a damaged one is no change. Pure.
 */
export function closestRows<Row extends object>(
  rows: readonly Row[],
  inForce: ReadonlyMap<string, Row>,
  replaced: readonly Row[],
  { keyOf, changes }: Likeness<Row>,
  file: FileFacts,
): Map<string, Row> {
  const earlier = Map.groupBy(replaced, keyOf);
  const closest = new Map(inForce);
  for (const row of rows) {
    const key = keyOf(row);
    const agrees = (other: Row) => !changes.some(({ is }) => is(row, other, file));
    const other = inForce.get(key);
    const found =
      other && !saysTheSame(row, other) && !agrees(other) ? earlier.get(key)?.find(agrees) : undefined;
    if (found) closest.set(key, found);
  }
  return closest;
}
