import { addDays } from '../../lib/time/dates.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { placeOf } from '../check/judge-file.ts';
import type { Staging } from '../staging/staging-service.ts';
import type { FileLog, PublishedFile } from './file-log.ts';
import { hasParts, readParts } from './file-log-service.ts';

/**
 * Moves file rows between the ledger database, which stores them packed, and a publication's staging
 * database.
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
 * Restores the replaced rows of every file of a kind if they are still stored. Called when a file of that
 * kind is withdrawn. {@link packLeftRows} later drops the rows that other files still replace.
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
 * Packs only those rows of each replaced file that newer files have not replaced, so that the next
 * publication reads less. The complete rows remain stored for `replacedDays` days in case a file is
 * withdrawn.
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

/** Lists the files for which {@link placeOf} has a newer file in the same place, oldest first. */
function replacedFiles(oldestFirst: readonly PublishedFile[]): PublishedFile[] {
  const newest = new Map(oldestFirst.map((file) => [placeOf(file), file]));
  return oldestFirst.filter((file) => newest.get(placeOf(file)) !== file);
}

/**
 * Returns the ids of files that the records no longer fully depend on: files without any stored rows, and
 * license files that are not stored completely. The first license rows under a name are always kept, so they
 * do not count.
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
