import type { CoveredFile } from '../intake/coverage-schemas.ts';
import type { CoveredDays } from '../sources/file-date.ts';
import type { FileRecords } from '../sources/parsed-file.ts';

/** A regulator file whose rows count. A build gets them oldest first, as `compareAge` orders them. */
export interface FileInUse {
  /** Its entry in the file log, as coverage shows it. */
  readonly entry: CoveredFile;
  /** Inspections and final orders: a newer file of the slot speaks for every row of these days. Null elsewhere. */
  readonly coveredDays: CoveredDays | null;
  /** What is kept of its refused rows. */
  readonly refusedRows: readonly string[];
  /** Reads its rows of ours, some at a time. */
  readonly readRows: () => AsyncIterable<FileRecords>;
}

/** The newest file of each slot, in the order of slots. */
export function newestFiles(files: readonly FileInUse[]): FileInUse[] {
  const newest = new Map(files.map((file) => [file.entry.slot, file]));
  return [...newest.values()].sort((a, b) => (a.entry.slot < b.entry.slot ? -1 : 1));
}
