import type { RegistryDb } from '../../platform/db/database.ts';
import type { SourceFilesTable } from '../../platform/db/schema-registry.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

/** What is remembered of each file of the source: how the last request for it went, and the validators of the copy taken in. */
export async function listSourceFiles(registryDb: RegistryDb): Promise<SourceFilesTable[]> {
  return registryDb.selectFrom('source_files').selectAll().orderBy('name').execute();
}

export async function upsertSourceFiles(
  registryDb: RegistryDb,
  rows: readonly SourceFilesTable[],
): Promise<void> {
  await upsertRows(registryDb, 'source_files', ['name'], rows);
}
