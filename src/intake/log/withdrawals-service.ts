import type { LedgerDb } from '../../platform/db/database.ts';
import { newestOfSlots } from '../check/file-age.ts';
import { type OperatorReason, placeOf } from '../check/judge-file.ts';
import type { Staging } from '../staging/staging-service.ts';
import type { FileLog, PublishedFile } from './file-log.ts';
import { restoreRows } from './file-rows-service.ts';

export interface Withdrawal extends OperatorReason {
  readonly fileId: number;
}

export interface WithdrawnFile extends OperatorReason {
  readonly id: number;
  readonly name: string;
  readonly slot: string;
  readonly sha256: string;
  readonly at: string;
  readonly kind: string;
  /** True if the withdrawn file was the newest in its slot, so that another file is now in use. */
  readonly wasNewest: boolean;
  /** The file in its slot that the records now use; null if there is none. */
  readonly inUse: { readonly id: number; readonly name: string } | null;
  /**
   * Older files in the withdrawn file's slot whose replaced rows are no longer stored. Rows that were
   * replaced only by the withdrawn file come back when those files are imported again.
   */
  readonly notRestored: readonly { readonly id: number; readonly name: string }[];
}

/**
 * Removes a file's rows, and records who withdrew the file, when, and why. Rows that the file had replaced
 * are restored if they are still stored.
 */
export async function withdrawFile(
  ledgerDb: LedgerDb,
  log: FileLog,
  staging: Staging,
  { fileId, by, because, now }: Withdrawal & { readonly now: string },
): Promise<Omit<WithdrawnFile, 'inUse'>> {
  const files = log.listCounted();
  const file = files.find(({ id }) => id === fileId);
  if (!file) throw new Error(`The file ${fileId} is not in use any more; nothing was changed.`);
  const isNeeded = staging.hasRowsInForce(fileId);
  staging.removeFile(fileId);
  for (const extent of ['whole', 'left'] as const) log.replaceRows(fileId, extent, 0);
  log.change(fileId, {
    outcome: 'withdrawn',
    rows_stored: 0,
    replaced_at: null,
    withdrawn_at: now,
    withdrawn_by: by,
    withdrawn_because: because,
    withdrawn_run_id: log.runId,
  });
  const { id, name, slot, kind, sha256 } = file;
  log.replaceHeldChanges(slot, [], now);
  await restoreRows(ledgerDb, log, staging, kind);
  const lost = isNeeded ? notRestored(files, file) : [];
  const wasNewest = newestOfSlots(files).get(slot)?.id === id;
  return { id, name, slot, kind, sha256, at: now, by, because, wasNewest, notRestored: lost };
}

/**
 * Adds the file that the records use after the withdrawal. This is the given file, the newest in the slot, if
 * its rows are stored.
 */
export function addFileInUse(
  log: FileLog,
  withdrawn: Omit<WithdrawnFile, 'inUse'>,
  file: PublishedFile | undefined,
): WithdrawnFile {
  if (!file) return { ...withdrawn, inUse: null };
  const { id, name, kind, rowsStored } = file;
  const isUsed =
    rowsStored || kind === 'observations' || (kind !== 'licenses' && log.countRows(id, 'left') > 0);
  return { ...withdrawn, inUse: isUsed ? { id, name } : null };
}

/**
 * Returns the files just older than the withdrawn file whose complete rows are no longer stored. The list
 * stops at the first older file whose rows can all be restored.
 */
function notRestored(
  files: readonly PublishedFile[],
  withdrawn: PublishedFile,
): { readonly id: number; readonly name: string }[] {
  const older = files
    .slice(0, files.indexOf(withdrawn))
    .filter((each) => placeOf(each) === placeOf(withdrawn));
  const whole = older.findLastIndex(({ rowsStored }) => rowsStored);
  return older.slice(whole + 1).map(({ id, name }) => ({ id, name }));
}
