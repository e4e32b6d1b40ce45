import type { Insertable, Selectable } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import type { ImportFilesTable } from '../../platform/db/schema-registry.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import type { ParsedFile } from '../sources/parsed-file.ts';
import { compareAge, type FileAge } from './merge.ts';

export interface PublishedFile extends FileAge {
  readonly id: number;
  readonly kind: string;
  readonly slot: string;
  readonly rowsRead: number;
  readonly rowsKept: number;
}

/** All files ever published that vendors are made from, oldest content first: observations alone make none. */
export async function listPublishedFiles(registryDb: RegistryDb): Promise<PublishedFile[]> {
  return (await listEveryPublishedFile(registryDb)).filter(({ kind }) => kind !== 'observations');
}

/** All files ever published, oldest content first. */
export async function listEveryPublishedFile(registryDb: RegistryDb): Promise<PublishedFile[]> {
  const rows = await registryDb
    .selectFrom('import_files')
    .select(['id', 'kind', 'slot', 'sha256', 'file_date as fileDate', 'published_at as publishedAt'])
    .select(['rows_read as rowsRead', 'rows_kept as rowsKept'])
    .where('outcome', '=', 'published')
    .execute();
  return rows.sort(compareAge);
}

export async function insertFile(
  registryDb: RegistryDb,
  file: Insertable<ImportFilesTable>,
  parsed: ParsedFile,
): Promise<number> {
  const row = await registryDb
    .insertInto('import_files')
    .values(file)
    .returning('id')
    .executeTakeFirstOrThrow();
  const refused = parsed.refused.map((refusedRow) => ({ import_file_id: row.id, ...refusedRow }));
  await upsertRows(registryDb, 'refused_rows', ['import_file_id', 'line'], refused);
  return row.id;
}

/** Notes that a run met a published file again, unchanged. */
export async function markChecked(registryDb: RegistryDb, fileId: number, now: string): Promise<void> {
  await registryDb.updateTable('import_files').set({ checked_at: now }).where('id', '=', fileId).execute();
}

export type StoredFile = Selectable<ImportFilesTable>;

/** The newest reading of each file name and outcome: what coverage is told from; bounded by the number of names. */
export async function listNewestFiles(registryDb: RegistryDb): Promise<StoredFile[]> {
  return registryDb
    .selectFrom('import_files')
    .selectAll()
    .where('id', 'in', (files) =>
      files
        .selectFrom('import_files')
        .select((each) => each.fn.max('id').as('id'))
        .groupBy(['slot', 'name', 'outcome']),
    )
    .orderBy('id', 'desc')
    .limit(1_000)
    .execute();
}
