import path from 'node:path';
import type { OperatorReason } from '../../intake/check/judge-file.ts';
import { coversOf } from '../../intake/coverage/files-cover.ts';
import type { RunFile } from '../../intake/fetch/parsed-rows-service.ts';
import { findLoadingYears } from '../../intake/fetch/source-files-service.ts';
import { type ImportOutcome, importFiles } from '../../intake/import/import-service.ts';
import {
  FileLogChanged,
  readFileLog,
  requireSameLog,
  saveFileLog,
} from '../../intake/log/file-log-service.ts';
import { packLeftRows } from '../../intake/log/file-rows-service.ts';
import type { LoggedPublication, SourceCheck } from '../../intake/log/runs-service.ts';
import type { VerdictChange } from '../../intake/log/verdict-changes.ts';
import type { Withdrawal } from '../../intake/log/withdrawals-service.ts';
import { Staging } from '../../intake/staging/staging-service.ts';
import { type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';
import type { LedgerDb, LedgerTx, OpenLedger } from '../../platform/db/database.ts';
import { sendSnapshot } from '../../platform/db/snapshots/snapshot-parts.ts';
import { putInPlace } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { flush } from '../../platform/files/flush.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import { describePartlyRead, earliestReach } from '../../published-state/covers.ts';
import {
  findPublication,
  type Publication as NamedPublication,
  readSnapshotState,
  writePublication,
} from '../../published-state/service.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { findChanges, saveChanges } from '../changes/record-changes-service.ts';
import { removeDamagedBefore, withRecordsBefore } from '../changes/records-before-service.ts';
import { RECORD_FORMAT } from '../record/record-format.ts';
import { type BuiltSnapshot, buildSnapshot } from '../snapshot/build-service.ts';
import { hashOfCode } from './hash-code-service.ts';

interface PublicationRequest {
  readonly files: readonly RunFile[];
  /** Defaults to the as-of date of the published records, which an operator may have chosen. */
  readonly asOf?: IsoDate | undefined;
  /**
   * True if an operator chose `asOf`. The chosen date is kept until the files of every district extend past
   * it.
   */
  readonly keepAsOf?: boolean;
  readonly now: () => Date;
  /** True for demo runs, which replace the fictional records of an earlier day. */
  readonly replaceFictional?: boolean;
  /** The result of checking the source, if the files come from one. */
  readonly source?: SourceCheck | undefined;
  /** An operator's reason for accepting all of the files. */
  readonly acceptance?: OperatorReason;
  readonly withdrawal?: Withdrawal;
  /**
   * Fiscal years whose inspections are still missing. Defaults to the years whose inspections have not
   * arrived from the source yet.
   */
  readonly loadingYears?: readonly string[];
  /** Called when the run moves to the next step. */
  readonly onStep?: (step: 'importing' | 'scoring' | 'publishing') => void;
}

export interface Publication extends Omit<ImportOutcome, 'published' | 'countedSha256'> {
  /**
   * "failed": every file was held, or no file with a vendor has ever been imported. Nothing was changed.
   * "unchanged": there was nothing new to publish.
   */
  readonly outcome: 'published' | 'unchanged' | 'failed';
  readonly version: number;
  readonly vendors: number;
  readonly recordsWritten: number;
  readonly recordsRemoved: number;
  readonly asOf: IsoDate;
  /**
   * The day up to which every district's files are complete; null if nothing is published or no district has
   * a file.
   */
  readonly recordsReachTo: IsoDate | null;
  /**
   * A description of the districts whose files were read; null if all districts' files were read or nothing
   * is published.
   */
  readonly partlyRead: string | null;
  /** The as-of day of the records before this run; null if there were none. */
  readonly asOfBefore: IsoDate | null;
  /** Null if the run did not publish anything, or if the verdicts before the run are unknown. */
  readonly verdictChanges: readonly VerdictChange[] | null;
}

/**
 * Performs one run: imports the files, builds the snapshot of all records, and publishes it with its changes
 * in one short transaction at the end. If another run finishes in the meantime, this run starts over. A run
 * without files publishes the stored rows as of another day.
 */
export async function publish(registry: OpenLedger, request: PublicationRequest): Promise<Publication> {
  for (let tries = 1; ; tries += 1) {
    const staging = new Staging(registry.published.folder);
    try {
      return await publishOnce(staging, registry, request);
    } catch (error) {
      if (!(error instanceof FileLogChanged) || tries === TRIES_MAX) throw error;
    } finally {
      staging.close();
    }
  }
}

/** Runs within one service wait for each other. Only runs in separate processes can collide. */
const TRIES_MAX = 5;

async function publishOnce(
  staging: Staging,
  { longWorkDb, engine, published, replacedDays }: OpenLedger,
  request: PublicationRequest,
): Promise<Publication> {
  // The order matters: any publication after the first query is detected at the end.
  const log = await readFileLog(longWorkDb);
  const state = await findPublication(longWorkDb);
  if (state) await removeDamagedBefore(state, published.folder);
  const now = request.now().toISOString();
  const countedBefore = log.listCountedSha256();
  const asked = request.asOf ?? state?.as_of;
  if (asked === undefined) throw new Error('Nothing is published yet, so a day is required.');
  request.onStep?.('importing');
  const imported = await importFiles(longWorkDb, log, staging, {
    files: request.files,
    now,
    stored: state ? (state.fictional === 1 ? 'fictional' : 'real') : undefined,
    replaceFictional: request.replaceFictional ?? false,
    acceptance: request.acceptance,
    withdrawal: request.withdrawal,
  });
  const { asOf, isChosen } = dayToPublish({ asked, keepAsOf: request.keepAsOf }, state, imported.published);
  const heldBack = imported.files.filter(({ outcome }) => outcome === 'held_back').length;
  const isAllHeldBack = heldBack > 0 && heldBack === request.files.length && !request.source?.unchanged;
  const failed = imported.published.length === 0 || isAllHeldBack;
  const publishing = {
    request,
    staging,
    state,
    imported,
    asOf,
    isDayChosen: isChosen,
    loadingYears: request.loadingYears ?? (await findLoadingYears(longWorkDb)),
    folder: published.folder,
    isSameFiles: countedBefore.join() === imported.countedSha256.join(),
  };
  if (!failed) packLeftRows(log, staging, { now, replacedDays });
  const prepared = failed ? nothingDone(state) : prepareSnapshot(publishing);
  if (imported.withdrawn && prepared.vendors === 0) throw new Error(NOTHING_LEFT);
  const ready =
    'built' in prepared ? await compareWithBefore(longWorkDb, { ...publishing, ...prepared }) : prepared;
  const { done, current } = await longWorkDb.transaction().execute(async (tx) => {
    await engine.lockPublication(tx);
    await requireSameLog(tx, log);
    const done = 'built' in ready ? await publishSnapshot(tx, engine.name, ready) : ready;
    await saveFileLog(tx, log, staging.readPacked(), {
      as_of: asked,
      started_at: now,
      finished_at: request.now().toISOString(),
      outcome: done.outcome,
      summary: JSON.stringify({ ...done, files: imported.files.length, source: request.source }),
    });
    return { done, current: await findPublication(tx) };
  });
  published.askAgain();
  if (current) await published.tidy(current.snapshot, request.now());
  const { published: _published, countedSha256: _counted, ...outcome } = imported;
  const { logged: _logged, ...result } = done;
  return { ...outcome, ...result, asOf, asOfBefore: state?.as_of ?? null };
}

const NOTHING_LEFT =
  'Without this file no vendor would be on record, so nothing was changed. Import another file first, or begin with an empty data folder.';

function nothingDone(state: NamedPublication | undefined) {
  const outcome = 'failed' as const;
  const none = {
    vendors: 0,
    recordsWritten: 0,
    recordsRemoved: 0,
    verdictChanges: null,
    recordsReachTo: null,
    partlyRead: null,
  };
  return { outcome, version: state?.version ?? 0, ...none, logged: undefined };
}

interface Publishing {
  readonly request: PublicationRequest;
  readonly staging: Staging;
  /** The previous publication. */
  readonly state: NamedPublication | undefined;
  readonly imported: ImportOutcome;
  readonly asOf: IsoDate;
  readonly isDayChosen: boolean;
  readonly loadingYears: readonly string[];
  /** The snapshot folder. */
  readonly folder: string;
  /** True if the same files counted for the previous publication. */
  readonly isSameFiles: boolean;
}

/** Builds the snapshot in the staging folder, and returns everything needed to publish it. */
function prepareSnapshot(publishing: Publishing) {
  const { request, staging, state, imported, asOf, isDayChosen, loadingYears } = publishing;
  request.onStep?.('scoring');
  const version = (state?.version ?? 0) + 1;
  const now = request.now();
  const publishedAt = now.toISOString();
  const madeBy = hashOfCode();
  const built = buildSnapshot({
    files: imported.published,
    staging,
    asOf,
    today: jurisdictionDay(now),
    isDayChosen,
    fictional: imported.fictional,
    loadingYears,
    version,
    publishedAt,
    madeBy,
    folder: staging.folder,
    onWritten: () => request.onStep?.('publishing'),
  });
  // An empty state would mean "nothing found", although nothing is known.
  if (built.vendors === 0 && !state) return nothingDone(state);
  const shared = {
    vendors: built.vendors,
    recordsReachTo: earliestReach(built.filesCover) ?? null,
    partlyRead: describePartlyRead(built.filesCover, REGULATOR.districts.length),
  };
  if (state && isSameAsBefore(state, publishing, built))
    return {
      ...shared,
      outcome: 'unchanged' as const,
      version: state.version,
      recordsWritten: 0,
      recordsRemoved: 0,
      verdictChanges: state.record_format === RECORD_FORMAT ? [] : null,
      logged: undefined,
    };
  return { ...shared, built, version, publishedAt, madeBy };
}

type PreparedSnapshot = Extract<ReturnType<typeof prepareSnapshot>, { readonly built: BuiltSnapshot }>;

/**
 * Does the work that can happen before the transaction: compares the snapshot with the previous one, reads it
 * once more and writes it to disk.
 */
async function compareWithBefore(ledgerDb: LedgerDb, publishing: Publishing & PreparedSnapshot) {
  const { state, folder, staging, built, madeBy, isSameFiles } = publishing;
  const isOneFormat = state?.record_format === RECORD_FORMAT;
  const isOneProgram = state?.made_by === madeBy;
  const changes = await withRecordsBefore(ledgerDb, { state, folder }, (before) =>
    findChanges(
      { isOneFormat, isOneProgram, isSameFiles, files: { before, after: built.file } },
      path.join(staging.folder, 'changes.sqlite'),
    ),
  );
  flush(built.file);
  return { ...publishing, changes, isOneFormat, isOneProgram, sha256: (await hashFile(built.file)).sha256 };
}

/** Writes the change feed, moves the snapshot into place and marks it as published. */
async function publishSnapshot(
  tx: LedgerTx,
  engine: OpenLedger['engine']['name'],
  publishing: Awaited<ReturnType<typeof compareWithBefore>>,
) {
  const { built, version, publishedAt, madeBy, vendors, recordsReachTo, partlyRead } = publishing;
  const { state, imported, asOf, isDayChosen, loadingYears, folder, changes, isOneFormat } = publishing;
  const isOtherProgram = state !== undefined && !publishing.isOneProgram;
  const file = path.join(folder, path.basename(built.file));
  putInPlace(built.file, file);
  if (changes)
    await saveChanges(tx, changes, {
      version,
      as_of: asOf,
      data_as_of: built.dataAsOf,
      published_at: publishedAt,
      other_program: Number(isOtherProgram),
    });
  if (engine === 'postgres') await sendSnapshot(tx, version, file);
  await writePublication(tx, {
    version,
    as_of: asOf,
    as_of_chosen: Number(isDayChosen),
    fictional: Number(imported.fictional),
    record_format: RECORD_FORMAT,
    made_by: madeBy,
    snapshot: path.basename(file),
    snapshot_sha256: publishing.sha256,
  });
  return {
    vendors,
    recordsReachTo,
    partlyRead,
    outcome: 'published' as const,
    version,
    recordsWritten: changes?.written ?? vendors,
    recordsRemoved: changes?.removed ?? 0,
    // Records in another format may have verdicts based on other rules.
    verdictChanges: changes && (state === undefined || isOneFormat) ? changes.verdicts.list() : null,
    logged: {
      version,
      as_of: asOf,
      published_at: publishedAt,
      records: built.vendors,
      root_hash: built.rootHash,
      loading_years: loadingYears,
      files: imported.countedSha256,
    } satisfies LoggedPublication,
  };
}

function isSameAsBefore(
  state: NamedPublication,
  { folder, isDayChosen }: Publishing,
  built: BuiltSnapshot,
): boolean {
  const before = readSnapshotState(path.join(folder, state.snapshot));
  return (
    state.record_format === RECORD_FORMAT &&
    before?.root_hash === built.rootHash &&
    before.statistics === built.statistics &&
    before.as_of_chosen === Number(isDayChosen)
  );
}

/**
 * Returns the as-of date of the records. A date chosen by an operator is kept even if a run requests another
 * date without choosing it. The chosen date ends when the license and inspection files of every district
 * extend past it, so a single newer file does not end it.
 */
function dayToPublish(
  { asked, keepAsOf }: { readonly asked: IsoDate; readonly keepAsOf: boolean | undefined },
  state: NamedPublication | undefined,
  files: ImportOutcome['published'],
): { readonly asOf: IsoDate; readonly isChosen: boolean } {
  if (keepAsOf !== undefined) return { asOf: asked, isChosen: keepAsOf };
  if (state?.as_of_chosen !== 1) return { asOf: asked, isChosen: false };
  const covers = coversOf(files, asked);
  const isOutrun = covers.length > 0 && covers.every(({ reach_to }) => reach_to > state.as_of);
  return isOutrun ? { asOf: asked, isChosen: false } : { asOf: state.as_of, isChosen: true };
}
