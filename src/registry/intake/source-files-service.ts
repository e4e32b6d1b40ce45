import type { RegistryDb } from '../../platform/db/database.ts';
import type { SourceFilesTable } from '../../platform/db/schema-registry.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import { COUNTED } from './files-store.ts';
import { isOfFolder } from './source-rows.ts';

/** A remembered file of the source with the copy that was taken in or set aside that its hash names. */
export interface SourceFileRow extends SourceFilesTable {
  readonly slot: string | null;
  readonly kind: string | null;
  readonly district: number | null;
  readonly file_date: string | null;
  /** When the copy was first read, and when it was last met. */
  readonly read_at: string | null;
  readonly met_at: string | null;
}

/** What is remembered of each file of the source: how the last request for it went, and the validators of the copy taken in. */
export async function listSourceFiles(registryDb: RegistryDb): Promise<SourceFilesTable[]> {
  return registryDb
    .selectFrom('source_files')
    .select(['name', 'url', 'etag', 'last_modified', 'sha256', 'checked_at', 'outcome', 'reason'])
    .orderBy('name')
    .execute();
}

export async function listSourceFilesWithCopies(registryDb: RegistryDb): Promise<SourceFileRow[]> {
  return registryDb
    .selectFrom('source_files as file')
    .leftJoin('import_files as copy', (join) =>
      join.onRef('copy.sha256', '=', 'file.sha256').on('copy.outcome', 'in', COUNTED),
    )
    .select(['file.name', 'file.url', 'file.etag', 'file.last_modified', 'file.sha256', 'file.checked_at'])
    .select(['file.outcome', 'file.reason', 'copy.slot', 'copy.kind', 'copy.district'])
    .select(['copy.file_date', 'copy.read_at', 'copy.checked_at as met_at'])
    .orderBy('file.name')
    .execute();
}

/**
 * Notes how a run went for each file of the source. What is remembered of another source (a folder before, the
 * regulator's site now) is dropped: nobody expects its files any more.
 */
export async function rememberSourceFiles(
  registryDb: RegistryDb,
  rows: readonly SourceFilesTable[],
): Promise<void> {
  await registryDb.transaction().execute(async (tx) => {
    await tx.deleteFrom('source_files').execute();
    await upsertRows(tx, 'source_files', ['name'], rows);
  });
  await markUnchanged(registryDb, rows);
}

/** No longer expects a file of this name. False when none was expected. */
export async function forgetSourceFile(registryDb: RegistryDb, name: string): Promise<boolean> {
  const { numDeletedRows } = await registryDb
    .deleteFrom('source_files')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A file that the regulator's site has unchanged was not read again, and its copy is confirmed all the same. */
async function markUnchanged(registryDb: RegistryDb, rows: readonly SourceFilesTable[]): Promise<void> {
  const unchanged = rows.filter((row) => row.outcome === 'unchanged' && !isOfFolder(row));
  const hashes = unchanged.flatMap(({ sha256 }) => sha256 ?? []);
  const [first] = unchanged;
  if (!first || hashes.length === 0) return;
  await registryDb
    .updateTable('import_files')
    .set({ checked_at: first.checked_at })
    .where('outcome', 'in', COUNTED)
    .where('sha256', 'in', hashes)
    .execute();
}
