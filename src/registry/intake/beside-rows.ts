import type { FileFacts, Likeness } from '../sources/likeness.ts';
import type { FileProblem } from './bounds.ts';
import { compareRows } from './compare-rows.ts';

/** What rows that must agree show together with others on file. What those show by themselves is no fault of the file. */
export function findUntiedBeside<Row>(
  rows: readonly Row[],
  onFile: readonly Row[],
  file: FileFacts,
  likeness: Likeness<Row>,
): FileProblem[] {
  const ties = { ...likeness, flaws: [], changes: [] };
  const nothing = { known: new Map(), predecessor: undefined, predecessorDate: null };
  const before = new Set(compareRows(onFile, nothing, file, ties).map(({ code }) => code));
  return compareRows([...rows, ...onFile], nothing, file, ties).filter(({ code }) => !before.has(code));
}
