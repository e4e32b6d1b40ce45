import { addDays } from '../../lib/time/dates.ts';
import type { RegistryDb, RegistryTx } from '../../platform/db/database.ts';
import type { Staging } from '../staging/service.ts';
import { countStoredRows, deleteParts, hasParts, readParts, storeParts } from './file-rows-store.ts';
import { listEveryPublishedFile, mapRefusedRows, type PublishedFile, updateFiles } from './files-store.ts';
import { placeOf } from './judge-file.ts';

/** The rows of files between the file log, which keeps them packed, and the staging of one publication. */

/** Days for which a replaced file's own rows are kept, so that withdrawing the newer one brings them back. */
const REPLACED_DAYS = 365;

/** Stages the rows of all files that count, the oldest first. */
export async function stageFiles(registryDb: RegistryDb, staging: Staging): Promise<void> {
  const refused = await mapRefusedRows(registryDb);
  const files = await listEveryPublishedFile(registryDb);
  for (const file of files) {
    staging.addFile({ ...file, refusedRows: refused.get(file.id) ?? [] });
    for await (const bytes of readParts(registryDb, file)) staging.addPart(file.id, bytes);
  }
  staging.orderFiles(files.map(({ id }) => id));
}

/** Stores the staged rows of a file that was just taken in, all of them. */
export async function storeRows(tx: RegistryTx, staging: Staging, fileId: number): Promise<void> {
  await deleteParts(tx, fileId, 'left');
  await storeParts(tx, fileId, 'whole', staging.packRows(fileId));
  await updateFiles(tx, [fileId], { rows_stored: 1, replaced_at: null });
}

/**
 * Brings back the rows of a kind's files that newer files replaced, where they are still stored: a file of this kind is withdrawn. What is
 * still replaced is left out again by {@link storeLeftRows}.
 */
export async function restoreRows(tx: RegistryTx, staging: Staging, kind: string): Promise<void> {
  const files = await listEveryPublishedFile(tx);
  for (const file of files.filter((each) => each.kind === kind && each.rowsStored && each.replacedAt)) {
    await deleteParts(tx, file.id, 'left');
    await updateFiles(tx, [file.id], { replaced_at: null });
    staging.removeRows(file.id);
    for await (const bytes of readParts(tx, { ...file, replacedAt: null })) staging.addPart(file.id, bytes);
  }
}

/**
 * Leaves out of each replaced file what newer ones say, so that the next publication reads less. Its own rows stay for a year, for a
 * withdrawal.
 */
export async function storeLeftRows(tx: RegistryTx, staging: Staging, now: string): Promise<void> {
  const left = staging.deleteReplaced();
  const stored = await countStoredRows(tx);
  for (const file of replacedFiles(await listEveryPublishedFile(tx))) {
    const isShorter = (left.get(file.id) ?? 0) < (stored.get(file.id) ?? 0);
    if (isShorter) await storeParts(tx, file.id, 'left', staging.packRows(file.id));
    const replacedAt = file.replacedAt ?? (isShorter ? now : null);
    if (replacedAt !== file.replacedAt) await updateFiles(tx, [file.id], { replaced_at: replacedAt });
    if (
      file.rowsStored &&
      replacedAt !== null &&
      addDays(replacedAt.slice(0, 10), REPLACED_DAYS) < now.slice(0, 10)
    ) {
      await deleteParts(tx, file.id, 'whole');
      await updateFiles(tx, [file.id], { rows_stored: 0 });
    }
  }
}

/** The files that are not the newest of their place, oldest first. */
function replacedFiles(oldestFirst: readonly PublishedFile[]): PublishedFile[] {
  const newest = new Map(oldestFirst.map((file) => [placeOf(file), file]));
  return oldestFirst.filter((file) => newest.get(placeOf(file)) !== file);
}

/**
 * Files on which nothing on record rests, or not all that should: those of which no row is left, and license files of which rows are
 * not stored, since the first rows under a name are kept.
 */
export async function listFilesWithoutRows(
  registryDb: RegistryDb,
  files: readonly { readonly id: number; readonly kind: string; readonly isStored: boolean }[],
): Promise<Set<number>> {
  const without = new Set<number>();
  for (const { id, kind, isStored } of files)
    if (!isStored && kind !== 'observations')
      if (kind === 'licenses' || !(await hasParts(registryDb, id))) without.add(id);
  return without;
}
