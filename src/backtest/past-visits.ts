import { compareAge } from '../intake/check/file-age.ts';
import type { ParsedFile } from '../regulator/source/parsed-file.ts';
import type { PastVisit } from './moments.ts';

/**
 * Collects all visits of the inspection files, each once: if files overlap, the newest one's row counts, as
 * in an import. They are in the order of visit ids, so that the order of files cannot matter.
 */
export function collectVisits(files: readonly ParsedFile[]): PastVisit[] {
  const byId = new Map<number, PastVisit>();
  for (const { records } of [...files].sort(compareAge))
    if (records?.kind === 'inspections') for (const row of records.rows) byId.set(row.visitId, row);
  return [...byId.values()].sort((a, b) => a.visitId - b.visitId);
}
