import type { FileRecords } from '../sources/parsed-file.ts';
import type { PublishedFile } from './files-store.ts';

/** A regulator file whose rows count. A build gets them oldest first, as `compareAge` orders them. */
export interface FileInUse
  extends Pick<PublishedFile, 'slot' | 'kind' | 'district' | 'fileDate' | 'coveredDays' | 'rowsRefused'> {
  /** What is kept of its refused rows. */
  readonly refusedRows: readonly string[];
  /** Reads its rows of ours, some at a time. */
  readonly readRows: () => AsyncIterable<FileRecords>;
}

/** The newest file of each slot. */
export function newestFiles(files: readonly FileInUse[]): ReadonlySet<FileInUse> {
  return new Set(new Map(files.map((file) => [file.slot, file])).values());
}
