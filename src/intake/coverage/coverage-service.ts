import { parseStored } from '../../lib/stored-json.ts';
import { type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';
import type { LedgerDb, OpenLedger } from '../../platform/db/database.ts';
import { parseCovers } from '../../published-state/covers.ts';
import { findPublishedState, getPublishedState } from '../../published-state/service.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { newestOfSlots } from '../check/file-age.ts';
import { listSourceFilesWithCopies, type SourceFileRow } from '../fetch/source-files-service.ts';
import { isExpected, isOfFolder } from '../fetch/source-rows.ts';
import { isCounted } from '../log/file-log.ts';
import { listFilesWithoutRows } from '../log/file-rows-service.ts';
import { listEveryPublishedFile, listNewestFiles, type StoredFile } from '../log/files-store.ts';
import { isFirstLicenseFile, listMissingSlots, listNotRefreshed } from './coverage.ts';
import { listLoadingYears } from './files-cover.ts';
import type { Coverage, CoveredFile, SourceFileState } from './schemas.ts';
import { findSourceProblem } from './source-problems.ts';

export type CoverageReader = Pick<OpenLedger, 'db' | 'published'>;

/**
 * Describes the files that the published records are built from. Runs four queries, plus one for each file in
 * use whose rows were deleted.
 */
export async function describeCoverage({ db: ledgerDb, published }: CoverageReader): Promise<Coverage> {
  const state = await getPublishedState(published.db);
  const files = await listNewestFiles(ledgerDb);
  const inUse = await listFilesInUse(ledgerDb, files);
  const source = await listSourceFilesWithCopies(ledgerDb);
  const old = listNotRefreshed([...inUse.values()], state.as_of);
  return {
    fictional: state.fictional === 1,
    as_of: state.as_of,
    as_of_chosen: state.as_of_chosen === 1,
    data_as_of: state.data_as_of,
    published_at: state.published_at,
    version: state.version,
    score_version: state.score_version,
    districts: [...parseCovers(state.covers)],
    files: [...inUse.values()].map(describeFile),
    first_license_files: await listFirstLicenseFiles(ledgerDb, inUse),
    held_back: files
      .filter((file) => file.outcome === 'held_back' && !mended(file, files))
      .map((file) => ({ ...describeFile(file), reason: file.reason ?? '' })),
    set_aside: files.filter(({ outcome }) => outcome === 'set_aside').map(describeFile),
    withdrawn: files
      .filter(({ outcome }) => outcome === 'withdrawn')
      .map((file) => ({
        ...describeFile(file),
        withdrawn_at: file.withdrawn_at ?? '',
        because: file.withdrawn_because ?? '',
        accepted_again_at: acceptedAgainAt(file, files),
      })),
    not_refreshed: old,
    missing: listMissingSlots(new Set(inUse.keys())),
    source: describeSourceFiles(source, inUse, old),
    loading_years: listLoadingYears(source),
    loading_files: describeLoadingFiles(source),
    not_published: describeNotPublished(source),
  };
}

/** Describes the source's files. This part of the coverage is available even before anything is published. */
export async function describeSource({
  db: ledgerDb,
  published,
}: CoverageReader): Promise<SourceFileState[]> {
  const state = await findPublishedState(published.db);
  const files = state ? await listNewestFiles(ledgerDb) : [];
  const inUse = await listFilesInUse(ledgerDb, files);
  const old = state ? listNotRefreshed([...inUse.values()], state.as_of) : [];
  return describeSourceFiles(await listSourceFilesWithCopies(ledgerDb), inUse, old);
}

function describeSourceFiles(
  rows: readonly SourceFileRow[],
  inUse: ReadonlyMap<string, StoredFile>,
  old: Coverage['not_refreshed'],
): SourceFileState[] {
  const oldSlots = new Set(old.map(({ slot }) => slot));
  // A missing file is reported only until something newer replaces it.
  const isReplaced = ({ outcome, slot, sha256 }: SourceFileRow) =>
    outcome === 'gone' && slot !== null && inUse.get(slot)?.sha256 !== sha256;
  return rows
    .filter((row) => isExpected(row) && !isReplaced(row))
    .map((row) => {
      const copy = usedFor(row, inUse);
      return describeSourceFile(row, copy, oldSlots);
    });
}

/**
 * The file in use for one of the source's files, and the different file that the source has instead, if any.
 */
interface UsedFile {
  readonly used: StoredFile | undefined;
  /** The file that the source has under this name, if it is not a copy of the expected one. */
  readonly other?: string;
}

/**
 * Returns the file in use for a row. The live source renews a file under the same name, so a file from an
 * earlier fiscal year under that name is an older copy. A file of another kind or for another district is a
 * different file. Its rows are imported for what they are, and the expected rows are missing.
 */
function usedFor(row: SourceFileRow, inUse: ReadonlyMap<string, StoredFile>): UsedFile {
  if (row.slot === null) return { used: undefined };
  // A file for a fixed period keeps its name, and no other file replaces it.
  if (row.kind === null || row.period !== null) return { used: inUse.get(row.slot) };
  const place = [...inUse.values()].filter(
    ({ kind, district }) =>
      kind === row.kind && (row.district === null || district === null || district === row.district),
  );
  const used = place.reduce<StoredFile | undefined>(newerOf, undefined);
  const isOther =
    row.copy_kind !== row.kind ||
    (row.district !== null && row.copy_district !== null && row.copy_district !== row.district);
  return isOther ? { used, other: describePlace(row.copy_kind ?? '', row.copy_district) } : { used };
}

function newerOf(one: StoredFile | undefined, other: StoredFile): StoredFile {
  return one && (one.file_date ?? '') >= (other.file_date ?? '') ? one : other;
}

function describePlace(kind: string, district: number | null): string {
  const rows = kind.replaceAll('_', ' ');
  return district === null ? rows : `${rows} of district ${district}`;
}

function describeSourceFile(
  row: SourceFileRow,
  { used, other }: UsedFile,
  oldSlots: ReadonlySet<string>,
): SourceFileState {
  const { name, url, checked_at: checkedAt, outcome, reason } = row;
  const isRenewed = !isOfFolder(row) && row.period === null;
  const isOlder = isRenewed && used !== undefined && used.sha256 !== row.sha256;
  const isOutdated =
    row.period === null &&
    used !== undefined &&
    used.sha256 === row.sha256 &&
    oldSlots.has(used.slot) &&
    !(isOfFolder(row) && isOfEndedYear(used, jurisdictionDay(new Date(checkedAt))));
  const isOwn = !isOlder && other === undefined;
  const { file_date: fileDate, read_at: arrivedAt } = isOwn ? row : (used ?? NO_COPY);
  const confirmedAt = isOwn ? row.met_at : (used?.checked_at ?? null);
  const copy = arrivedAt === null || confirmedAt === null ? undefined : { fileDate, arrivedAt, confirmedAt };
  const rhythm = {
    renewedWithinDays: REGULATOR.renewedWithinDays,
    isOutdated,
    isRenewed,
    isOfFolder: isOfFolder(row),
  };
  const problem = findSourceProblem({ name, checkedAt, outcome, reason, copy, isOlder, other }, rhythm);
  return {
    name,
    url,
    outcome,
    reason,
    file_date: fileDate,
    checked_at: checkedAt,
    confirmed_at: confirmedAt,
    arrived_at: arrivedAt,
    problem: problem ?? null,
  };
}

/**
 * Returns true for inspections from a past fiscal year, which do not change. The file that is missing is the
 * next year's.
 */
function isOfEndedYear({ kind, first_day: first }: StoredFile, today: IsoDate): boolean {
  return (
    kind === 'inspections' &&
    first !== null &&
    REGULATOR.fiscalYearOf(first) !== REGULATOR.fiscalYearOf(today)
  );
}

const NO_COPY = { file_date: null, read_at: null } as const;

/** Returns the files in use, by slot. A file is in use as long as any record depends on its rows. */
async function listFilesInUse(
  ledgerDb: LedgerDb,
  files: readonly StoredFile[],
): Promise<Map<string, StoredFile>> {
  const inUse = filesInUse(files.filter(({ outcome }) => outcome === 'published'));
  const toLookAt = [...inUse.values()].map((file) => ({ ...file, isStored: file.rows_stored === 1 }));
  const without = await listFilesWithoutRows(ledgerDb, toLookAt);
  return new Map([...inUse].filter(([, { id }]) => !without.has(id)));
}

/**
 * Lists the slots whose license file in use has no earlier file to compare with. Rows missing from such a
 * file would go unnoticed.
 */
async function listFirstLicenseFiles(
  ledgerDb: LedgerDb,
  inUse: ReadonlyMap<string, StoredFile>,
): Promise<string[]> {
  const counted = await listEveryPublishedFile(ledgerDb);
  return [...inUse.values()].flatMap((file) => {
    const { id, slot } = file;
    const ofSlot = counted.filter((each) => each.slot === slot);
    const before = ofSlot[ofSlot.findIndex((each) => each.id === id) - 1];
    return isFirstLicenseFile(file, before?.fileDate) ? [slot] : [];
  });
}

/** Returns the newest file of each slot. */
function filesInUse(files: readonly StoredFile[]): Map<string, StoredFile> {
  const newest = newestOfSlots(
    files.map((stored) => ({
      slot: stored.slot,
      fileDate: stored.file_date,
      publishedAt: stored.published_at,
      readAt: stored.read_at,
      runId: stored.run_id,
      name: stored.name,
      sha256: stored.sha256,
      stored,
    })),
  );
  const bySlot = [...newest].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(bySlot.map(([slot, { stored }]) => [slot, stored]));
}

/**
 * Counts the files of each kind that have not been requested yet. Inspections are reported in `loading_years`
 * instead.
 */
function describeLoadingFiles(rows: readonly SourceFileRow[]): Coverage['loading_files'] {
  const waiting = rows.filter(({ outcome, kind }) => outcome === 'waiting' && kind !== 'inspections');
  return [...Map.groupBy(waiting, ({ kind }) => kind ?? '')].map(([kind, own]) => ({
    kind,
    files: own.length,
  }));
}

/** Lists the periods of each kind for which the site has no file, newest first. */
function describeNotPublished(rows: readonly SourceFileRow[]): Coverage['not_published'] {
  // Weekly closure files count as their year's archive.
  const isHad = ({ kind, period }: SourceFileRow) =>
    rows.some(
      (other) =>
        other.kind === kind &&
        other.sha256 !== null &&
        (other.period === period || (kind === 'closures' && other.period?.startsWith(`${period}-`))),
    );
  const missing = rows.filter((row) => row.outcome === 'missing' && !isHad(row));
  return [...Map.groupBy(missing, ({ kind }) => kind ?? '')].map(([kind, own]) => ({
    kind,
    periods: [...new Set(own.flatMap(({ period }) => period ?? []))].sort().reverse(),
  }));
}

/**
 * Returns true if a valid file with the same name, or in the same slot, was read after this one was refused.
 */
function mended(heldBack: StoredFile, files: readonly StoredFile[]): boolean {
  return files.some(
    ({ outcome, name, slot, checked_at: checkedAt }) =>
      outcome === 'published' &&
      (name === heldBack.name || slot === heldBack.slot) &&
      checkedAt > heldBack.read_at,
  );
}

/** Returns the time at which an operator accepted the withdrawn bytes again; null if no operator has. */
function acceptedAgainAt(withdrawn: StoredFile, files: readonly StoredFile[]): string | null {
  const again = files.find((file) => isCounted(file) && file.sha256 === withdrawn.sha256);
  return again?.read_at ?? null;
}

function describeFile(file: StoredFile): CoveredFile {
  return {
    name: file.name,
    kind: file.kind,
    slot: file.slot,
    district: file.district,
    file_date: file.file_date,
    published_at: file.published_at,
    read_at: file.read_at,
    checked_at: file.checked_at,
    sha256: file.sha256,
    rows: { read: file.rows_read, kept: file.rows_kept, other: file.rows_other, refused: file.rows_refused },
    refused_by_reason: parseStored<Record<string, number>>(file.refusals),
    warnings: parseStored<Record<string, number>>(file.warnings),
    doubts: isCounted(file) ? parseStored<CoveredFile['doubts']>(file.findings) : [],
    accepted:
      file.accepted_because === null
        ? null
        : { at: file.read_at, because: file.accepted_because, released: file.reason },
  };
}
