import { compareAge } from '../intake/check/file-age.ts';
import type { ParsedFile } from '../regulator/source/parsed-file.ts';
import type { PastVisit } from './moments.ts';

/**
 * Collects every visit in the inspection files once. If files overlap, the newest file's row is used, as in
 * an import. The visits are sorted by id, so that the order of the files does not matter.
 */
export function collectVisits(files: readonly ParsedFile[]): PastVisit[] {
  const byId = new Map<number, PastVisit>();
  for (const { records } of [...files].sort(compareAge))
    if (records?.kind === 'inspections') for (const row of records.rows) byId.set(row.visitId, row);
  return [...byId.values()].sort((a, b) => a.visitId - b.visitId);
}
