import type { Selectable } from 'kysely';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { ImportFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import { compareAge } from '../check/file-age.ts';
import { COUNTED, type PublishedFile, toPublishedFile } from './file-log.ts';

/** Returns true if the file can create vendors. Observations by themselves cannot. */
export function makesVendors({ kind }: PublishedFile): boolean {
  return kind !== 'observations';
}

/** A file's identifiers and the outcome of one reading of the file. */
export type NamedFile = Pick<
  Selectable<ImportFilesTable>,
  'id' | 'name' | 'slot' | 'sha256' | 'outcome' | 'file_date' | 'read_at' | 'rows_stored' | 'withdrawn_at'
> & { readonly withdrawn_because: string | null };

export async function listNamedFiles(ledgerDb: LedgerDb): Promise<NamedFile[]> {
  return ledgerDb
    .selectFrom('import_files')
    .select(['id', 'name', 'slot', 'sha256', 'outcome', 'file_date', 'read_at', 'rows_stored'])
    .select(['withdrawn_at', 'withdrawn_because'])
    .orderBy('id')
    .execute();
}

/** Lists all counted files, oldest first. */
export async function listEveryPublishedFile(ledgerDb: LedgerDb): Promise<PublishedFile[]> {
  const rows = await ledgerDb
    .selectFrom('import_files')
    .select(['id', 'run_id', 'name', 'kind', 'slot', 'sha256', 'outcome', 'district', 'file_date'])
    .select(['published_at', 'read_at', 'checked_at', 'rows_read', 'rows_kept', 'rows_refused'])
    .select(['rows_stored', 'replaced_at', 'first_day', 'last_day'])
    .where('outcome', 'in', COUNTED)
    .execute();
  return rows.map(toPublishedFile).sort(compareAge);
}

/** Returns the stored refused rows by file id, for counted files that cover a range of days. */
export async function mapRefusedRows(ledgerDb: LedgerDb): Promise<Map<number, string[]>> {
  const rows = await ledgerDb
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

/**
 * Lists the newest reading for each combination of file name and outcome. Coverage is based on this list. Its
 * length is limited by the number of file names.
 */
export async function listNewestFiles(ledgerDb: LedgerDb): Promise<StoredFile[]> {
  return ledgerDb
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
