import type { RegistryTx } from '../../platform/db/database.ts';
import type { Staging } from '../staging/service.ts';
import { newestOfSlots } from './file-age.ts';
import { listFilesWithoutRows, restoreRows } from './file-rows-service.ts';
import { deleteParts } from './file-rows-store.ts';
import { listEveryPublishedFile, type PublishedFile, updateFiles } from './files-store.ts';
import type { OperatorReason } from './judge-file.ts';

/** An operator's word that a file must not count, whatever it says. */
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
  /** Whether it was the newest of its slot, so that another file comes into use. */
  readonly wasNewest: boolean;
  /** The file of its slot that records now rest on; null when there is none. */
  readonly inUse: { readonly id: number; readonly name: string } | null;
  /**
   * Older files of its slot whose replaced rows are no longer stored: what this file alone had replaced of them comes
   * back when they are imported again.
   */
  readonly notRestored: readonly { readonly id: number; readonly name: string }[];
}

/** Takes a file's rows out and notes who, when and why. What they replaced comes back where it is still stored. */
export async function withdrawFile(
  tx: RegistryTx,
  staging: Staging,
  { fileId, by, because }: Withdrawal,
  run: { readonly id: number; readonly now: string },
): Promise<Omit<WithdrawnFile, 'inUse'>> {
  const files = await listEveryPublishedFile(tx);
  const file = files.find(({ id }) => id === fileId);
  if (!file) throw new Error(`The file ${fileId} is not in use any more; nothing was changed.`);
  const isNeeded = staging.hasRowsInForce(fileId);
  staging.removeFile(fileId);
  await deleteParts(tx, fileId);
  await updateFiles(tx, [fileId], {
    outcome: 'withdrawn',
    rows_stored: 0,
    replaced_at: null,
    withdrawn_at: run.now,
    withdrawn_by: by,
    withdrawn_because: because,
    withdrawn_run_id: run.id,
  });
  const { id, name, slot, kind, sha256 } = file;
  await restoreRows(tx, staging, kind);
  const lost = isNeeded ? notRestored(files, file) : [];
  const wasNewest = newestOfSlots(files).get(slot)?.id === id;
  return { id, name, slot, kind, sha256, at: run.now, by, because, wasNewest, notRestored: lost };
}

/** Adds which file records now rest on, once it is withdrawn: the newest of the slot, if its rows are stored. */
export async function tellFileInUse(
  tx: RegistryTx,
  withdrawn: Omit<WithdrawnFile, 'inUse'>,
  file: PublishedFile | undefined,
): Promise<WithdrawnFile> {
  if (!file) return { ...withdrawn, inUse: null };
  const without = await listFilesWithoutRows(tx, [{ ...file, isStored: file.rowsStored }]);
  return { ...withdrawn, inUse: without.has(file.id) ? null : { id: file.id, name: file.name } };
}

/** Older files next to this one; from the first that is stored whole, everything comes back. */
function notRestored(
  files: readonly PublishedFile[],
  withdrawn: PublishedFile,
): { readonly id: number; readonly name: string }[] {
  const older = files
    .slice(0, files.indexOf(withdrawn))
    .filter(
      ({ slot, kind }) => slot === withdrawn.slot || (kind === 'observations' && kind === withdrawn.kind),
    );
  const whole = older.findLastIndex(({ rowsStored }) => rowsStored);
  return older.slice(whole + 1).map(({ id, name }) => ({ id, name }));
}
