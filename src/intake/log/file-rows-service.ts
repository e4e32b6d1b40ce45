import { addDays } from '../../lib/time/dates.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { placeOf } from '../check/judge-file.ts';
import type { Staging } from '../staging/staging-service.ts';
import type { FileLog, PublishedFile } from './file-log.ts';
import { hasParts, readParts } from './file-log-service.ts';

/**
 * Moves the rows of files between the database, which stores them packed, and the staging of a publication.
 */

/** Stages the rows of all counted files, oldest first. */
export async function stageFiles(ledgerDb: LedgerDb, log: FileLog, staging: Staging): Promise<void> {
  const files = log.listCounted();
  for (const file of files) {
    staging.addFile({ ...file, refusedRows: log.listRefusedRows(file.id) });
    const extent = file.replacedAt === null ? 'whole' : 'left';
    for await (const bytes of readParts(ledgerDb, file.id, extent)) staging.addPart(file.id, bytes);
  }
  staging.orderFiles(files.map(({ id }) => id));
}

/** Packs all staged rows of a file that was just imported. */
export function packRows(log: FileLog, staging: Staging, fileId: number): void {
  log.replaceRows(fileId, 'left', 0);
  log.replaceRows(fileId, 'whole', staging.packRows(fileId, 'whole'));
  log.change(fileId, { rows_stored: 1, replaced_at: null });
}

/**
 * Restores replaced rows for all files of a kind, if they are still stored, because a file of this kind is
 * withdrawn. {@link packLeftRows} leaves out the rows that are still replaced.
 */
export async function restoreRows(
  ledgerDb: LedgerDb,
  log: FileLog,
  staging: Staging,
  kind: string,
): Promise<void> {
  for (const file of log.listCounted().filter((each) => each.kind === kind))
    if (file.rowsStored && file.replacedAt !== null) {
      log.replaceRows(file.id, 'left', 0);
      log.change(file.id, { replaced_at: null });
      staging.removeRows(file.id);
      for await (const bytes of readParts(ledgerDb, file.id, 'whole')) staging.addPart(file.id, bytes);
    }
}

/**
 * Leaves out the rows of each replaced file that newer files replace, so that the next publication reads
 * less. The complete rows are stored for `replacedDays`, in case of a withdrawal.
 */
export function packLeftRows(
  log: FileLog,
  staging: Staging,
  { now, replacedDays }: { readonly now: string; readonly replacedDays: number },
): void {
  const left = staging.deleteReplaced();
  for (const { id, replacedAt: before, rowsStored } of replacedFiles(log.listCounted())) {
    const stored = log.countRows(id, before === null ? 'whole' : 'left');
    const isShorter = (left.get(id) ?? 0) < stored;
    if (isShorter) log.replaceRows(id, 'left', staging.packRows(id, 'left'));
    const replacedAt = before ?? (isShorter ? now : null);
    if (replacedAt !== before) log.change(id, { replaced_at: replacedAt });
    if (replacedAt === null || !rowsStored) continue;
    if (addDays(replacedAt.slice(0, 10), replacedDays) >= now.slice(0, 10)) continue;
    log.replaceRows(id, 'whole', 0);
    log.change(id, { rows_stored: 0 });
  }
}

/** Lists the files that are not the newest in their place, oldest first. */
function replacedFiles(oldestFirst: readonly PublishedFile[]): PublishedFile[] {
  const newest = new Map(oldestFirst.map((file) => [placeOf(file), file]));
  return oldestFirst.filter((file) => newest.get(placeOf(file)) !== file);
}

/**
 * Lists files that the records no longer depend on, or not as much as they should. These are files with no
 * remaining rows, and license files whose rows are not stored, because the first rows under a name are kept.
 */
export async function listFilesWithoutRows(
  ledgerDb: LedgerDb,
  files: readonly { readonly id: number; readonly kind: string; readonly isStored: boolean }[],
): Promise<Set<number>> {
  const without = new Set<number>();
  for (const { id, kind, isStored } of files)
    if (!isStored && kind !== 'observations')
      if (kind === 'licenses' || !(await hasParts(ledgerDb, id))) without.add(id);
  return without;
}
