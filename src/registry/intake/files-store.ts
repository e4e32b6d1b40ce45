import type { Insertable, Selectable } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import type { ImportFilesTable } from '../../platform/db/schema/schema-registry.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';
import type { CoveredDays } from '../sources/file-date.ts';
import type { ParsedFile } from '../sources/parsed-file.ts';
import type { RefusedReading } from './check/agree-twice.ts';
import { compareAge, type FileAge, newestOfSlots } from './file-age.ts';
import type { OperatorReason } from './judge-file.ts';

export interface PublishedFile extends FileAge {
  readonly id: number;
  readonly runId: number;
  readonly district: number | null;
  readonly kind: string;
  readonly slot: string;
  readonly outcome: string;
  readonly rowsRead: number;
  readonly rowsKept: number;
  readonly rowsRefused: number;
  readonly rowsStored: boolean;
  /** When a run last met these bytes. */
  readonly checkedAt: string;
  readonly coveredDays: CoveredDays | null;
}

/** Outcomes of files whose rows count. */
export const COUNTED = ['published', 'set_aside'] as const;

/** The files that count and that vendors are made from, oldest first. */
export async function listPublishedFiles(registryDb: RegistryDb): Promise<PublishedFile[]> {
  return (await listEveryPublishedFile(registryDb)).filter(makesVendors);
}

/** The newest file of each slot that vendors are made from. */
export async function listFilesInUse(registryDb: RegistryDb): Promise<ReadonlySet<number>> {
  const newest = newestOfSlots(await listPublishedFiles(registryDb));
  return new Set([...newest.values()].map(({ id }) => id));
}

/** Observations alone make no vendor. */
export function makesVendors({ kind }: PublishedFile): boolean {
  return kind !== 'observations';
}

export function isCounted({ outcome }: { readonly outcome: string }): boolean {
  return COUNTED.some((each) => each === outcome);
}

/** What names a file, and what became of it; every reading of it, in the order of reading. */
export type NamedFile = Pick<
  Selectable<ImportFilesTable>,
  'id' | 'name' | 'slot' | 'sha256' | 'outcome' | 'file_date' | 'read_at' | 'rows_stored' | 'withdrawn_at'
> & { readonly withdrawn_because: string | null };

export async function listNamedFiles(registryDb: RegistryDb): Promise<NamedFile[]> {
  return registryDb
    .selectFrom('import_files')
    .select(['id', 'name', 'slot', 'sha256', 'outcome', 'file_date', 'read_at', 'rows_stored'])
    .select(['withdrawn_at', 'withdrawn_because'])
    .orderBy('id')
    .execute();
}

/** All files that count, oldest first. */
export async function listEveryPublishedFile(registryDb: RegistryDb): Promise<PublishedFile[]> {
  const rows = await registryDb
    .selectFrom('import_files')
    .select(['id', 'run_id as runId', 'name', 'kind', 'slot', 'sha256', 'outcome', 'district'])
    .select('file_date as fileDate')
    .select(['published_at as publishedAt', 'read_at as readAt', 'checked_at as checkedAt'])
    .select('rows_read as rowsRead')
    .select(['rows_kept as rowsKept', 'rows_refused as rowsRefused', 'rows_stored', 'first_day', 'last_day'])
    .where('outcome', 'in', COUNTED)
    .execute();
  return rows
    .map(({ rows_stored, first_day: first, last_day: last, ...file }) => ({
      ...file,
      rowsStored: rows_stored === 1,
      coveredDays: first !== null && last !== null ? { first, last } : null,
    }))
    .sort(compareAge);
}

/** Files that an operator withdrew, in the order of that. */
export async function listWithdrawnFiles(
  registryDb: RegistryDb,
): Promise<(OperatorReason & { id: number; slot: string; kind: string; sha256: string; at: string })[]> {
  const rows = await registryDb
    .selectFrom('import_files')
    .select(['id', 'slot', 'kind', 'sha256'])
    .select(['withdrawn_at as at', 'withdrawn_by as by', 'withdrawn_because as because'])
    .where('outcome', '=', 'withdrawn')
    .orderBy('withdrawn_run_id')
    .orderBy('id')
    .execute();
  return rows.map(({ id, slot, kind, sha256, at, by, because }) => ({
    id,
    slot,
    kind,
    sha256,
    at: at ?? '',
    by: by ?? '',
    because: because ?? '',
  }));
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
  await upsertManyRows(registryDb, 'refused_rows', ['import_file_id', 'line'], refused);
  return row.id;
}

/** When the regulator published these bytes, where an earlier reading knew it; a local copy has lost it. */
export async function findPublishedAt(registryDb: RegistryDb, sha256: string): Promise<string | null> {
  const row = await registryDb
    .selectFrom('import_files')
    .select('published_at')
    .where('sha256', '=', sha256)
    .where('published_at', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.published_at ?? null;
}

const READINGS_MAX = 200;

/** Lists the refused readings of a slot's files since a moment, newest first. */
export async function listRefusedReadings(
  registryDb: RegistryDb,
  slot: string,
  since: string,
): Promise<RefusedReading[]> {
  return registryDb
    .selectFrom('import_files')
    .select(['sha256', 'rows_read as rowsRead', 'read_at as readAt', 'findings'])
    .where('slot', '=', slot)
    .where('outcome', '=', 'held_back')
    .where('read_at', '>', since)
    .orderBy('id', 'desc')
    .limit(READINGS_MAX)
    .execute();
}

/** Notes that a run met these files again, unchanged. */
export async function markChecked(
  registryDb: RegistryDb,
  fileIds: readonly number[],
  now: string,
): Promise<void> {
  await updateFiles(registryDb, fileIds, { checked_at: now });
}

const FILES_PER_STATEMENT = 500;

export async function updateFiles(
  registryDb: RegistryDb,
  fileIds: readonly number[],
  change: Partial<Selectable<ImportFilesTable>>,
): Promise<void> {
  for (let start = 0; start < fileIds.length; start += FILES_PER_STATEMENT)
    await registryDb
      .updateTable('import_files')
      .set(change)
      .where('id', 'in', fileIds.slice(start, start + FILES_PER_STATEMENT))
      .execute();
}

/** Returns what is kept of the refused rows of files that count and cover days, by file. */
export async function mapRefusedRows(registryDb: RegistryDb): Promise<Map<number, string[]>> {
  const rows = await registryDb
    .selectFrom('refused_rows')
    .innerJoin('import_files', 'import_files.id', 'import_file_id')
    .select(['import_file_id', 'content'])
    .where('kind', 'in', ['inspections', 'final_orders'])
    .where('outcome', 'in', COUNTED)
    .execute();
  const byFile = new Map<number, string[]>();
  for (const { import_file_id: id, content } of rows) {
    const others = byFile.get(id);
    if (others) others.push(content);
    else byFile.set(id, [content]);
  }
  return byFile;
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
