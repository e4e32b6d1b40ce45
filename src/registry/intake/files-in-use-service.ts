import type { RegistryDb } from '../../platform/db/database.ts';
import type { FileInUse } from './file-in-use.ts';
import { listEveryPublishedFile, mapRefusedRows } from './files-store.ts';
import { readStoredRows } from './stored-rows-store.ts';

/** Lists the files whose rows count, the oldest first, with what a build reads of each. */
export async function listFilesWithRows(
  registryDb: RegistryDb,
): Promise<(FileInUse & { readonly sha256: string })[]> {
  const refused = await mapRefusedRows(registryDb);
  return (await listEveryPublishedFile(registryDb)).map((file) => ({
    ...file,
    refusedRows: refused.get(file.id) ?? [],
    readRows: () => readStoredRows(registryDb, file),
  }));
}
