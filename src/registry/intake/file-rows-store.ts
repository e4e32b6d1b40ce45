import type { RegistryDb } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { RowPart } from '../../platform/db/row-parts.ts';

/** The packed rows of files that count: as a file had them, and what is left of them that newer files do not say. */

/** Which rows of a file: all, or those that are left. */
export type Extent = 'whole' | 'left';

interface FileToRead {
  readonly id: number;
  readonly replacedAt: string | null;
}

/** Reads what a publication needs of a file, one part after the other. */
export async function* readParts(
  registryDb: RegistryDb,
  { id, replacedAt }: FileToRead,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const row = await registryDb
      .selectFrom('file_rows')
      .select('bytes')
      .where('file_id', '=', id)
      .where('is_whole', '=', Number(replacedAt === null))
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

/** Stores rows of a file in place of those stored before. */
export async function storeParts(
  registryDb: RegistryDb,
  fileId: number,
  extent: Extent,
  parts: Iterable<RowPart>,
): Promise<void> {
  await deleteParts(registryDb, fileId, extent);
  let part = 0;
  for (const { rows, bytes } of parts) {
    await registryDb
      .insertInto('file_rows')
      .values({ file_id: fileId, is_whole: toNumber(extent), part, rows, bytes })
      .execute();
    part += 1;
  }
}

export async function deleteParts(registryDb: RegistryDb, fileId: number, extent?: Extent): Promise<void> {
  const query = registryDb.deleteFrom('file_rows').where('file_id', '=', fileId);
  await (extent === undefined ? query : query.where('is_whole', '=', toNumber(extent))).execute();
}

/** Counts the rows that a publication reads, by file. */
export async function countStoredRows(registryDb: RegistryDb): Promise<ReadonlyMap<number, number>> {
  const rows = await rawQuery<{ readonly file_id: number; readonly count: number | string }>(
    registryDb,
    `select file_id, sum(rows) as count from file_rows join import_files on id = file_id
     where is_whole = case when replaced_at is null then 1 else 0 end group by file_id`,
    [],
  );
  return new Map(rows.map(({ file_id: id, count }) => [id, Number(count)]));
}

/** Whether rows of a file are stored. */
export async function hasParts(registryDb: RegistryDb, fileId: number): Promise<boolean> {
  const row = await registryDb
    .selectFrom('file_rows')
    .select('part')
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function toNumber(extent: Extent): number {
  return extent === 'whole' ? 1 : 0;
}
