import type { Insertable } from 'kysely';
import type { RegistryTx } from '../../platform/db/database.ts';
import type { RegistrySchema } from '../../platform/db/schema-registry.ts';
import type { ObservationRow, ParsedFile } from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { checkBounds } from './bounds.ts';
import type { FactLicense } from './facts.ts';
import { listFactLicenses } from './facts-service.ts';
import {
  insertFile,
  listEveryPublishedFile,
  listPublishedFiles,
  markChecked,
  type PublishedFile,
} from './files-store.ts';
import { compareLicenses, type LicenseChange } from './license-changes.ts';
import { compareAge, currentHolders, slotOf } from './merge.ts';
import {
  deleteAllRecords,
  dropWaitingObservations,
  mergeObservations,
  mergeRows,
  toApplicationRow,
  toClosureRow,
  toLicenseRow,
  toVisitRow,
} from './store.ts';

/** What became of one file of a run. */
export interface FileOutcome {
  readonly name: string;
  readonly kind: string;
  readonly slot: string;
  readonly outcome: 'published' | 'unchanged' | 'held_back';
  readonly reason: string | null;
  readonly fileDate: string | null;
  readonly rowsRead: number;
  readonly rowsKept: number;
  readonly rowsOther: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, number>>;
}

export interface ImportOutcome {
  readonly files: readonly FileOutcome[];
  readonly licenseChanges: readonly LicenseChange[];
  /** Every license row as it is now on file. */
  readonly licenses: readonly FactLicense[];
  /** Every published file that vendors are made from, oldest content first. */
  readonly published: readonly PublishedFile[];
  /** Whether the records now in the database are fictional. */
  readonly fictional: boolean;
}

interface ImportRun {
  readonly id: number;
  readonly files: readonly ParsedFile[];
  readonly now: string;
  /** Whether the records in the database are fictional; undefined when it has none. */
  readonly stored: 'fictional' | 'real' | undefined;
  /** Demo runs: take away the fictional records of an earlier day first. */
  readonly replaceFictional: boolean;
}

/**
 * Writes what a run's files say into the regulator tables: file by file checked against its bounds, held
 * back or merged, the newest file deciding wherever several speak of one row. Part of the run's transaction.
 */
export async function importFiles(tx: RegistryTx, run: ImportRun): Promise<ImportOutcome> {
  // A real file that will be held back anyway must not take the fictional records away with it.
  const real =
    run.stored === 'real' || run.files.some((file) => isReal(file) && !checkBounds(file, undefined));
  const fictional = !real && (run.stored === 'fictional' || run.files.some(bringsFictionalRecords));
  const wipe = run.stored === 'fictional' && (run.replaceFictional || real);
  if (wipe) await deleteAllRecords(tx, run.id);
  const before = wipe ? [] : await listFactLicenses(tx);
  const published = await listEveryPublishedFile(tx);
  const outcomes: FileOutcome[] = [];
  const merged: MergedFile[] = [];
  for (const file of [...run.files].sort(compareAge)) {
    const outcome = judge(file, published, real, fictional);
    outcomes.push(outcome);
    const known = published.find(({ sha256 }) => sha256 === file.sha256);
    if (outcome.outcome === 'unchanged' && known) {
      await markChecked(tx, known.id, run.now);
      continue;
    }
    const id = await insertFile(tx, toFileRow(file, outcome, run), file);
    if (outcome.outcome !== 'published') continue;
    published.push({ ...file, id, kind: outcome.kind, slot: outcome.slot });
    merged.push({ id, file });
  }
  await mergeFiles(tx, merged, published);
  const licenses = merged.length > 0 ? await listFactLicenses(tx) : before;
  return {
    files: outcomes,
    licenseChanges: compareLicenses(before, licenses),
    licenses,
    published: await listPublishedFiles(tx),
    fictional: !real && (run.stored === 'fictional' || merged.length > 0),
  };
}

interface MergedFile {
  readonly id: number;
  readonly file: ParsedFile;
}

function judge(
  file: ParsedFile,
  published: readonly PublishedFile[],
  real: boolean,
  fictional: boolean,
): FileOutcome {
  const slot = slotOf(file);
  const outcome = (kind: FileOutcome['outcome'], reason: string | null): FileOutcome => ({
    name: file.name,
    kind: file.records?.kind ?? 'unknown',
    slot,
    outcome: kind,
    reason,
    fileDate: file.fileDate,
    rowsRead: file.rowsRead,
    rowsKept: file.rowsKept,
    rowsOther: file.rowsOther,
    refusals: file.refusals,
    warnings: file.warnings,
  });
  if (published.some(({ sha256 }) => sha256 === file.sha256)) return outcome('unchanged', null);
  const older = published
    .filter((other) => other.slot === slot && compareAge(other, file) < 0)
    .sort(compareAge);
  const problem = checkBounds(file, older.at(-1));
  if (problem) return outcome('held_back', `${problem.code}: ${problem.text}`);
  if (real && isFictional(file))
    return outcome('held_back', 'fictional: demo records are never mixed with real ones');
  if (fictional && !isFictional(file))
    return outcome(
      'held_back',
      'no_records: real observations wait for real inspections, here are fictional ones',
    );
  return outcome('published', null);
}

async function mergeFiles(
  tx: RegistryTx,
  merged: readonly MergedFile[],
  published: readonly PublishedFile[],
): Promise<void> {
  const ages = new Map(published.map((file) => [file.id, file]));
  const isNewer = (a: number, b: number) => {
    const [first, second] = [ages.get(a), ages.get(b)];
    return first !== undefined && (second === undefined || compareAge(first, second) > 0);
  };
  const rows: TableRows = { visits: [], licenses: [], license_applications: [], closures: [] };
  for (const { id, file } of merged) collectRows(rows, id, file);
  await mergeRows(tx, 'visits', rows.visits, isNewer);
  await mergeRows(tx, 'licenses', rows.licenses, isNewer);
  await mergeRows(tx, 'license_applications', rows.license_applications, isNewer);
  await mergeRows(tx, 'closures', rows.closures, isNewer);
  const observed = merged.map(({ id, file }) => ({ fileId: id, rows: observationsOf(file) }));
  await mergeObservations(tx, observed, isNewer);
  if (merged.length > 0) await dropWaitingObservations(tx);
}

function observationsOf({ records }: ParsedFile): readonly ObservationRow[] {
  return records?.kind === 'observations' ? records.rows : [];
}

type TableRows = {
  [Table in 'visits' | 'licenses' | 'license_applications' | 'closures']: Insertable<RegistrySchema[Table]>[];
};

function collectRows(rows: TableRows, id: number, file: ParsedFile): void {
  switch (file.records?.kind) {
    case 'inspections':
      for (const row of file.records.rows) rows.visits.push(toVisitRow(row, id));
      break;
    case 'licenses':
      for (const row of currentHolders(file.records.rows))
        rows.licenses.push(toLicenseRow(row, file.district ?? 0, id));
      break;
    case 'closures':
      for (const row of file.records.rows) rows.closures.push(toClosureRow(row, id));
      break;
    case 'new_licenses':
    case 'ownership_changes':
      for (const row of file.records.rows) rows.license_applications.push(toApplicationRow(row, id));
      break;
    case 'observations':
    case undefined:
      break;
  }
}

/** Demo records carry numbers of series that the regulator never issued. */
function isFictional({ records }: ParsedFile): boolean {
  if (!records || records.rows.length === 0) return false;
  if (records.kind === 'observations')
    return records.rows.every(({ visitId }) => REGULATOR.fictional.isVisit(visitId));
  return records.rows.every(({ digits }) => REGULATOR.fictional.isDigits(digits));
}

/** Observations make no vendor: they neither take fictional records away nor are records that are real. */
function isReal(file: ParsedFile): boolean {
  return bringsRecords(file) && !isFictional(file);
}

function bringsFictionalRecords(file: ParsedFile): boolean {
  return bringsRecords(file) && isFictional(file);
}

function bringsRecords({ records }: ParsedFile): boolean {
  return records !== undefined && records.kind !== 'observations' && records.rows.length > 0;
}

function toFileRow(
  file: ParsedFile,
  outcome: FileOutcome,
  run: ImportRun,
): Insertable<RegistrySchema['import_files']> {
  return {
    run_id: run.id,
    name: file.name.slice(-200),
    kind: outcome.kind,
    slot: outcome.slot,
    sha256: file.sha256,
    bytes: file.bytes,
    district: file.district,
    file_date: file.fileDate,
    published_at: file.publishedAt,
    rows_read: file.rowsRead,
    rows_kept: file.rowsKept,
    rows_other: file.rowsOther,
    rows_refused: Object.values(file.refusals).reduce((sum, count) => sum + count, 0),
    refusals: JSON.stringify(file.refusals),
    warnings: JSON.stringify(file.warnings),
    outcome: outcome.outcome === 'published' ? 'published' : 'held_back',
    reason: outcome.reason,
    read_at: run.now,
    checked_at: run.now,
  };
}
