import { locateFile } from '../../lib/address/source-url.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import type { PlannedFile } from '../../regulator/source/source.ts';
import { listLoadingYears } from '../coverage/files-cover.ts';
import { COUNTED } from '../log/file-log.ts';
import { isOfFolder } from './source-rows.ts';

/**
 * What is remembered about one of the source's files, with the imported or set-aside copy that has the same
 * hash.
 */
export interface SourceFileRow extends SourceFilesTable {
  readonly slot: string | null;
  /** The kind of the copy, even if a different kind was expected. */
  readonly copy_kind: string | null;
  readonly copy_district: number | null;
  readonly file_date: string | null;
  /** When the copy was first read (`read_at`) and last seen (`met_at`). */
  readonly read_at: string | null;
  readonly met_at: string | null;
}

/**
 * Lists what is remembered about each of the source's files: the result of the last request, and the
 * validators of the imported copy.
 */
export async function listSourceFiles(ledgerDb: LedgerDb): Promise<SourceFilesTable[]> {
  return ledgerDb
    .selectFrom('source_files')
    .select(['name', 'url', 'etag', 'last_modified', 'sha256', 'checked_at', 'outcome', 'reason'])
    .select(['kind', 'district', 'period', 'misses'])
    .orderBy('name')
    .execute();
}

/** Lists the fiscal years whose inspections have not yet arrived from the source, newest first. */
export async function findLoadingYears(ledgerDb: LedgerDb): Promise<string[]> {
  return listLoadingYears(await listSourceFiles(ledgerDb));
}

/** Returns the names of files with changes that are held until a second download agrees. */
export async function findUnconfirmed(ledgerDb: LedgerDb): Promise<ReadonlySet<string>> {
  const rows = await ledgerDb
    .selectFrom('source_files as file')
    .innerJoin('import_files as copy', 'copy.sha256', 'file.sha256')
    .where('copy.outcome', 'in', COUNTED)
    .where('copy.slot', 'in', ledgerDb.selectFrom('held_changes').select('slot'))
    .select('file.name')
    .distinct()
    .execute();
  return new Set(rows.map(({ name }) => name));
}

export async function listSourceFilesWithCopies(ledgerDb: LedgerDb): Promise<SourceFileRow[]> {
  return ledgerDb
    .selectFrom('source_files as file')
    .leftJoin('import_files as copy', (join) =>
      join.onRef('copy.sha256', '=', 'file.sha256').on('copy.outcome', 'in', COUNTED),
    )
    .select(['file.name', 'file.url', 'file.etag', 'file.last_modified', 'file.sha256', 'file.checked_at'])
    .select(['file.outcome', 'file.reason', 'file.kind', 'file.district', 'file.period', 'file.misses'])
    .select(['copy.slot', 'copy.kind as copy_kind', 'copy.district as copy_district'])
    .select(['copy.file_date', 'copy.read_at', 'copy.checked_at as met_at'])
    .orderBy('file.name')
    .execute();
}

/**
 * Saves a run's result for each file in a folder. Deletes what is remembered about a site, because its files
 * are no longer expected.
 */
export async function rememberFolder(ledgerDb: LedgerDb, rows: readonly SourceFilesTable[]): Promise<void> {
  await ledgerDb.transaction().execute(async (tx) => {
    await tx.deleteFrom('source_files').execute();
    await upsertRows(tx, 'source_files', ['name'], rows);
  });
}

/**
 * Saves each planned file for a fixed period as "waiting" if nothing is remembered about it yet. Deletes what
 * is remembered about a folder, and about files that never arrived and are no longer planned.
 */
export async function rememberPlan(
  ledgerDb: LedgerDb,
  planned: readonly PlannedFile[],
  { baseUrl, now }: { readonly baseUrl: URL; readonly now: string },
): Promise<void> {
  const known = await listSourceFiles(ledgerDb);
  const names = new Set(planned.map(({ name }) => name));
  const dropped = known.filter((row) => isOfFolder(row) || (!names.has(row.name) && !hasCome(row)));
  const kept = new Set(known.filter((row) => !dropped.includes(row)).map(({ name }) => name));
  const waiting = planned.filter(
    ({ name, period, unless }) => period !== null && unless === null && !kept.has(name),
  );
  await ledgerDb.transaction().execute(async (tx) => {
    for (const { name } of dropped) await tx.deleteFrom('source_files').where('name', '=', name).execute();
    await upsertRows(
      tx,
      'source_files',
      ['name'],
      waiting.map(({ name, path, kind, district, period }) => ({
        name,
        url: locateFile(baseUrl, path).href,
        kind,
        district,
        period,
        misses: 0,

        etag: null,
        last_modified: null,
        sha256: null,
        checked_at: now,
        outcome: 'waiting',
        reason: null,
      })),
    );
  });
}

/** Returns true if a copy of a file for a fixed period is on record. Such a file is not requested again. */
function hasCome({ period, sha256 }: SourceFilesTable): boolean {
  return period !== null && sha256 !== null;
}

/** Saves the results of requests for some of the site's files. */
export async function rememberFetched(ledgerDb: LedgerDb, rows: readonly SourceFilesTable[]): Promise<void> {
  await upsertRows(ledgerDb, 'source_files', ['name'], rows);
  await markUnchanged(ledgerDb, rows);
}

/** Stops expecting a file of this name. Returns false if none was expected. */
export async function forgetSourceFile(ledgerDb: LedgerDb, name: string): Promise<boolean> {
  const { numDeletedRows } = await ledgerDb
    .deleteFrom('source_files')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Records that the regulator's site still has the same bytes as the copies of files that were not read again
 * because they are unchanged.
 */
async function markUnchanged(ledgerDb: LedgerDb, rows: readonly SourceFilesTable[]): Promise<void> {
  const unchanged = rows.filter((row) => row.outcome === 'unchanged' && !isOfFolder(row));
  const hashes = unchanged.flatMap(({ sha256 }) => sha256 ?? []);
  const [first] = unchanged;
  if (!first || hashes.length === 0) return;
  await ledgerDb
    .updateTable('import_files')
    .set({ checked_at: first.checked_at })
    .where('outcome', 'in', COUNTED)
    .where('sha256', 'in', hashes)
    .execute();
}
