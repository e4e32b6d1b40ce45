import type { ListWindow } from '../../lib/list-window.ts';
import { parseStored } from '../../lib/stored-json.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { VerdictChange } from './verdict-changes.ts';

/** Lists the runs and their results for the operator. All lists are limited in length. */

export interface RunSummary {
  readonly id: number;
  readonly started_at: string;
  readonly finished_at: string;
  readonly as_of: string;
  /** published | unchanged | failed */
  readonly outcome: string;
  /**
   * The number of vendors on record after the run, and the numbers of records that the run wrote and removed.
   * Null if the run ended before it reached that step.
   */
  readonly counts: RunCounts | null;
  /** The number of files given to the run. The counts below cover only files that were new or refused. */
  readonly files_given: number;
  readonly files_published: number;
  readonly files_set_aside: number;
  readonly files_held_back: number;
  /** The number of files that this run read and that were withdrawn later. */
  readonly files_withdrawn: number;
  /** The number of files from earlier runs that this run withdrew. */
  readonly files_taken_back: number;
  readonly rows_refused: number;
  /** Null if nothing was published, or if the run was made by an earlier version of this software. */
  readonly verdict_changes: readonly VerdictChange[] | null;
  /**
   * The result of checking the source. Null if the files were given by name, or if the run was made by an
   * earlier version of this software.
   */
  readonly source: SourceCheck | null;
}

/** The result of checking a run's source. */
export interface SourceCheck {
  readonly expected: number;
  /** The number of checked files whose bytes had not changed. */
  readonly unchanged: number;
  /** The number of files that were expected but missing or unavailable. */
  readonly missed: number;
  /** The first 100 missing files. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
}

/** A publication's entry in the public log. */
export interface LoggedPublication {
  readonly version: number;
  readonly as_of: string;
  readonly published_at: string;
  readonly records: number;
  /** The root of the hash tree over all records, in hexadecimal. */
  readonly root_hash: string;
  /** Fiscal years whose inspections had not yet arrived from the source. */
  readonly loading_years: readonly string[];
  /** The SHA-256 of each file that the publication was built from, in hexadecimal, sorted. */
  readonly files: readonly string[];
}

interface RunCounts {
  readonly version: number;
  readonly vendors: number;
  readonly written: number;
  readonly removed: number;
}

export interface RunFile {
  readonly id: number;
  readonly run_id: number;
  readonly name: string;
  readonly sha256: string;
  readonly kind: string;
  readonly slot: string;
  readonly bytes: number;
  readonly file_date: string | null;
  readonly rows_read: number;
  readonly rows_kept: number;
  readonly rows_other: number;
  readonly rows_refused: number;
  /** The number of refused rows per reason. */
  readonly refused_by_reason: Readonly<Record<string, number>>;
  /** published | set_aside | held_back | withdrawn */
  readonly outcome: string;
  readonly reason: string | null;
  readonly read_at: string;
  /**
   * The operator who accepted the file even though it exceeded a limit or had been withdrawn, and the reason.
   */
  readonly accepted_by: string | null;
  readonly accepted_because: string | null;
  readonly withdrawn_at: string | null;
  readonly withdrawn_by: string | null;
  readonly withdrawn_because: string | null;
}

export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

const FILES_MAX = 500;
/** Ids and line numbers are stored as 32-bit integers, so a larger number cannot match anything. */
const ID_MAX = 2_147_483_647;

/** Lists a page of runs, newest first. Runs three queries. */
export async function listRuns(ledgerDb: LedgerDb, { offset, rowsMax }: ListWindow): Promise<RunSummary[]> {
  const query = ledgerDb.selectFrom('import_runs').select(RUN).orderBy('id', 'desc');
  const runs = await query.offset(offset).limit(rowsMax).execute();
  return withFiles(ledgerDb, runs);
}

const PUBLICATIONS_MAX = 20;

/** Lists the most recent publications after a run, oldest first, each with the id of the run that made it. */
export async function listLoggedPublications(
  ledgerDb: LedgerDb,
  afterRun: number,
): Promise<{ readonly runId: number; readonly publication: LoggedPublication }[]> {
  const runs = await ledgerDb
    .selectFrom('import_runs')
    .select(['id', 'summary'])
    .where('id', '>', afterRun)
    .where('outcome', '=', 'published')
    .orderBy('id', 'desc')
    .limit(PUBLICATIONS_MAX)
    .execute();
  return runs.reverse().flatMap(({ id, summary }) => {
    const publication = readPart<LoggedPublication>(JSON.parse(summary), 'logged');
    return publication ? [{ runId: id, publication }] : [];
  });
}

export async function countRuns(ledgerDb: LedgerDb): Promise<number> {
  return countRows(ledgerDb.selectFrom('import_runs'));
}

/** Returns the run with this id; undefined if there is none. */
export async function findRun(ledgerDb: LedgerDb, id: number): Promise<RunSummary | undefined> {
  if (!isId(id)) return undefined;
  const runs = await ledgerDb.selectFrom('import_runs').select(RUN).where('id', '=', id).execute();
  const [run] = await withFiles(ledgerDb, runs);
  return run;
}

/**
 * Lists the files that a run read for the first time, refused or withdrew, in the order of their first
 * reading.
 */
export async function listRunFiles(ledgerDb: LedgerDb, runId: number): Promise<RunFile[]> {
  if (!isId(runId)) return [];
  const files = await ledgerDb
    .selectFrom('import_files')
    .select(FILE)
    .where((file) => file.or([file('run_id', '=', runId), file('withdrawn_run_id', '=', runId)]))
    .orderBy('id')
    .limit(FILES_MAX)
    .execute();
  return files.map(toRunFile);
}

const DECIDED_FILES_MAX = 100;

/** Lists the files that an operator accepted or withdrew, newest first. */
export async function listDecidedFiles(ledgerDb: LedgerDb): Promise<RunFile[]> {
  const files = await ledgerDb
    .selectFrom('import_files')
    .select(FILE)
    .where((file) => file.or([file('accepted_by', 'is not', null), file('withdrawn_at', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(DECIDED_FILES_MAX)
    .execute();
  return files.map(toRunFile);
}

/** Returns one file in a run; undefined if the run has no file with this id. */
export async function findRunFile(
  ledgerDb: LedgerDb,
  runId: number,
  id: number,
): Promise<RunFile | undefined> {
  if (!isId(runId) || !isId(id)) return undefined;
  const file = await ledgerDb
    .selectFrom('import_files')
    .select(FILE)
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return file && toRunFile(file);
}

/** Lists a file's stored refused rows after the given line, in file order. */
export async function listRefusedRows(
  ledgerDb: LedgerDb,
  fileId: number,
  { afterLine, rowsMax }: { readonly afterLine: number; readonly rowsMax: number },
): Promise<RefusedRow[]> {
  if (!isId(fileId) || afterLine > ID_MAX) return [];
  return ledgerDb
    .selectFrom('refused_rows')
    .select(['line', 'reason', 'content'])
    .where('import_file_id', '=', fileId)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(rowsMax)
    .execute();
}

const RUN = ['id', 'started_at', 'finished_at', 'as_of', 'outcome', 'summary'] as const;
const FILE = [
  ...(['id', 'run_id', 'name', 'sha256', 'kind', 'slot', 'bytes', 'file_date', 'rows_read'] as const),
  ...(['rows_kept', 'rows_other', 'rows_refused', 'refusals', 'outcome', 'reason', 'read_at'] as const),
  ...(['accepted_by', 'accepted_because', 'withdrawn_at', 'withdrawn_by', 'withdrawn_because'] as const),
] as const;

interface StoredRun extends Pick<RunSummary, 'id' | 'started_at' | 'finished_at' | 'as_of' | 'outcome'> {
  readonly summary: string;
}

async function withFiles(ledgerDb: LedgerDb, runs: readonly StoredRun[]): Promise<RunSummary[]> {
  const newest = runs[0]?.id;
  const oldest = runs.at(-1)?.id;
  if (newest === undefined || oldest === undefined) return [];
  const files = await ledgerDb
    .selectFrom('import_files')
    .select(['run_id', 'outcome'])
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.sum<number>('rows_refused').as('rows_refused'),
    ])
    .where('run_id', '>=', oldest)
    .where('run_id', '<=', newest)
    .groupBy(['run_id', 'outcome'])
    .execute();
  const takenBack = await ledgerDb
    .selectFrom('import_files')
    .select('withdrawn_run_id')
    .where('withdrawn_run_id', '>=', oldest)
    .where('withdrawn_run_id', '<=', newest)
    .execute();
  return runs.map(({ summary, ...run }) => {
    const own = files.filter(({ run_id }) => run_id === run.id);
    const count = (outcome: string) => own.find((each) => each.outcome === outcome)?.files ?? 0;
    return {
      ...run,
      ...readSummary(summary),
      files_published: count('published'),
      files_set_aside: count('set_aside'),
      files_held_back: count('held_back'),
      files_withdrawn: count('withdrawn'),
      files_taken_back: takenBack.filter(({ withdrawn_run_id }) => withdrawn_run_id === run.id).length,
      rows_refused: own.reduce((sum, { rows_refused }) => sum + rows_refused, 0),
    };
  });
}

/** Parses the summary that the publication stored for the run. */
function readSummary(
  text: string,
): Pick<RunSummary, 'counts' | 'files_given' | 'verdict_changes' | 'source'> {
  const parsed: unknown = JSON.parse(text || '{}');
  const number = (name: string): number => {
    const value: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : 0;
    return typeof value === 'number' ? value : 0;
  };
  const counts = {
    version: number('version'),
    vendors: number('vendors'),
    written: number('recordsWritten'),
    removed: number('recordsRemoved'),
  };
  return {
    counts: counts.vendors === 0 ? null : counts,
    files_given: number('files'),
    verdict_changes: readPart<readonly VerdictChange[]>(parsed, 'verdictChanges'),
    source: readPart<SourceCheck>(parsed, 'source'),
  };
}

/** Returns one part of a run's stored summary; null if that part is missing. */
function readPart<Part>(summary: unknown, name: string): Part | null {
  const part: unknown = typeof summary === 'object' && summary !== null ? Reflect.get(summary, name) : null;
  return (part ?? null) as Part | null;
}

function toRunFile({
  refusals,
  ...file
}: Omit<RunFile, 'refused_by_reason'> & { refusals: string }): RunFile {
  return { ...file, refused_by_reason: parseStored<Record<string, number>>(refusals) };
}

function isId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= ID_MAX;
}
