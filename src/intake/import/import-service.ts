import type { LedgerDb } from '../../platform/db/database.ts';
import type { FileSummary, ParsedFile } from '../../regulator/source/parsed-file.ts';
import { agreedSince, isLongAgo } from '../check/agree-twice.ts';
import { type CheckedFile, checkFile } from '../check/check-file.ts';
import type { IsConfirmed } from '../check/comparison.ts';
import { compareAge, explainWhyOlder, type FileAge, newestOfSlots } from '../check/file-age.ts';
import {
  bringsFictionalRecords,
  bringsRealRecords,
  type FileOutcome,
  filesSetAside,
  filesToReadAgain,
  type JudgedAgainst,
  judgeEmpty,
  judgeFile,
  judgeKnown,
  type OperatorReason,
  predecessorOf,
} from '../check/judge-file.ts';
import { kindOf, openFile, type RunFile } from '../fetch/parsed-rows-service.ts';
import type { FileLog, LoggedFile, PublishedFile } from '../log/file-log.ts';
import { packRows, stageFiles } from '../log/file-rows-service.ts';
import { makesVendors } from '../log/files-store.ts';
import {
  addFileInUse,
  type Withdrawal,
  type WithdrawnFile,
  withdrawFile,
} from '../log/withdrawals-service.ts';
import { type LicenseChange, LicenseChangeCount } from '../staging/license-changes.ts';
import type { Staging } from '../staging/staging-service.ts';
import { coveredBy, slotOf } from './license-holders.ts';
import { readBefore } from './read-before.ts';

export interface ImportOutcome {
  readonly files: readonly FileOutcome[];
  /** The file that the run withdrew, if any. */
  readonly withdrawn: WithdrawnFile | null;
  readonly licenseChangeKinds: LicenseChangeCount['kinds'];
  /** The first license changes, in the order of license numbers. */
  readonly licenseChanges: readonly LicenseChange[];
  /** The counted files that vendors are built from, oldest first. */
  readonly published: readonly PublishedFile[];
  /** The SHA-256 of every file whose rows count, including observations, in hexadecimal, sorted. */
  readonly countedSha256: readonly string[];
  /** True if the records now in the database are fictional. */
  readonly fictional: boolean;
}

interface ImportRun {
  readonly files: readonly RunFile[];
  readonly now: string;
  /** The kind of records in the database; undefined if there are none. */
  readonly stored: 'fictional' | 'real' | undefined;
  /** True for demo runs, which first remove the fictional records of an earlier day. */
  readonly replaceFictional: boolean;
  /** An operator's reason for accepting every file in the run. */
  readonly acceptance: OperatorReason | undefined;
  readonly withdrawal: Withdrawal | undefined;
}

/**
 * Imports a run's files. Checks each file against its limits and the rows on file, and either holds or
 * imports it. Afterward, `log` and `staging` contain all counted files. Reads the rows of earlier files from
 * the database, and never writes to it.
 */
export async function importFiles(
  ledgerDb: LedgerDb,
  log: FileLog,
  staging: Staging,
  run: ImportRun,
): Promise<ImportOutcome> {
  const { real, bringsFictional } = survey(run);
  const fictional = !real && (run.stored === 'fictional' || bringsFictional);
  if (run.stored === 'fictional' && (run.replaceFictional || real)) log.clear();
  await stageFiles(ledgerDb, log, staging);
  const mayChange = run.files.length > 0 || run.withdrawal !== undefined;
  if (mayChange) staging.noteLicenses();
  const withdrawn = run.withdrawal
    ? await withdrawFile(ledgerDb, log, staging, { ...run.withdrawal, now: run.now })
    : null;
  const { outcomes, storedFictional } = takeFiles(log, staging, run, { real, fictional });
  noteSetAside(log);
  const changes = mayChange ? staging.countLicenseChanges() : new LicenseChangeCount();
  const counted = log.listCounted();
  const inUse = newestOfSlots(counted);
  return {
    files: outcomes.map((file) => reportOlder(file, counted, inUse.get(file.slot))),
    withdrawn: withdrawn && addFileInUse(log, withdrawn, inUse.get(withdrawn.slot)),
    licenseChangeKinds: changes.kinds,
    licenseChanges: changes.first,
    published: counted.filter(makesVendors),
    countedSha256: log.listCountedSha256(),
    fictional: !real && (run.stored === 'fictional' || storedFictional),
  };
}

/** Marks the counted files that were already older than another file in their slot when they were read. */
function noteSetAside(log: FileLog): void {
  const counted = log.listCounted();
  const aside = filesSetAside(counted);
  for (const { id, outcome: before } of counted) {
    const outcome = aside.has(id) ? 'set_aside' : 'published';
    if (outcome !== before) log.change(id, { outcome });
  }
}

/** State shared by the steps of a run. */
interface Taking {
  readonly log: FileLog;
  readonly staging: Staging;
  readonly run: ImportRun;
  readonly against: Omit<JudgedAgainst, 'published'> & { readonly published: CountedFile[] };
}

function takeFiles(
  log: FileLog,
  staging: Staging,
  run: ImportRun,
  { real, fictional }: Pick<JudgedAgainst, 'real' | 'fictional'>,
): { outcomes: FileOutcome[]; storedFictional: boolean } {
  const counted = log.listCounted();
  const published: CountedFile[] = [...counted];
  const withdrawn = log.listWithdrawn();
  const lostFiles = filesToReadAgain(counted, withdrawn);
  const acceptance = run.acceptance && { ...run.acceptance, at: run.now };
  const taking = { log, staging, run, against: { published, withdrawn, real, fictional, acceptance } };
  const outcomes: FileOutcome[] = [];
  const metAgain = new Set<number>();
  let storedFictional = false;
  const files = run.acceptance ? withPublishedAt(log, run.files) : run.files;
  const aged = files.map((file) => ({ file, age: ageOf(file, log.runId, run.now) }));
  const order = (a: (typeof aged)[number], b: (typeof aged)[number]) =>
    placeInRun(a.file) - placeInRun(b.file) || compareAge(a.age, b.age);
  for (const { file: shelved, age } of aged.sort(order)) {
    const file = openFile(shelved);
    const known = judgeKnown(file, age, taking.against);
    if (known) {
      const isLost = lostFiles.some((each) => each.sha256 === file.sha256 && !metAgain.has(each.id));
      for (const { id } of log.listSameBytes(file.sha256)) metAgain.add(id);
      const again = isLost ? readAgain(taking, file, known) : confirmChanges(taking, file, known);
      storedFictional ||= again !== undefined && bringsFictionalRecords(file);
      outcomes.push(again ?? known);
      continue;
    }
    const empty = judgeEmpty(file, run.now.slice(0, 10));
    if (empty) {
      outcomes.push(empty);
      continue;
    }
    const { outcome, checked } = judgeNew(taking, file, age);
    const id = log.add(toFileRow(file, outcome, run.now), file.refused);
    outcomes.push({ ...outcome, id });
    if (outcome.outcome !== 'published') continue;
    published.push({ ...age, id, slot: outcome.slot, rowsRead: file.rowsRead, rowsKept: file.rowsKept });
    stageNew(taking, { ...file, records: checked.records }, { ...outcome, id });
    packRows(log, staging, id);
    log.replaceHeldChanges(outcome.slot, checked.held, run.now);
    storedFictional ||= bringsFictionalRecords(file);
  }
  for (const id of metAgain) log.change(id, { checked_at: run.now });
  return { outcomes, storedFictional };
}

/** Stages a new file and sorts it among the others by age. */
function stageNew(
  { staging, against }: Taking,
  file: ParsedFile,
  { id, kind, slot }: Pick<FileOutcome, 'kind' | 'slot'> & { readonly id: number },
): void {
  staging.addFile({
    id,
    kind,
    slot,
    district: file.district,
    fileDate: file.fileDate,
    coveredDays: coveredBy(file),
    rowsRefused: countRefused(file),
    refusedRows: file.refused.map(({ content }) => content),
  });
  staging.orderFiles([...against.published].sort(compareAge).map((each) => each.id));
  if (file.records) staging.addRows(id, file.records);
}

function replaceRows({ log, staging }: Taking, fileId: number, { records }: ParsedFile): void {
  staging.removeRows(fileId);
  if (records) staging.addRows(fileId, records);
  packRows(log, staging, fileId);
}

type CountedFile = JudgedAgainst['published'][number] & {
  readonly rowsRead: number;
  readonly rowsKept: number;
};

/** Checks and judges bytes that are new or that every earlier run refused. */
function judgeNew(
  { log, staging, run, against }: Taking,
  file: ParsedFile,
  age: FileAge,
): { outcome: FileOutcome; checked: CheckedFile } {
  const predecessor = predecessorOf(file, age, against.published);
  const before = readBefore(staging.earlier, file, predecessor);
  const today = run.now.slice(0, 10);
  const slot = slotOf(file);
  const held = new Map(log.listHeldChanges(slot).map((each) => [each.row_key, each]));
  const isConfirmed: IsConfirmed = ({ key, fact }) => {
    const waiting = held.get(key);
    return run.acceptance !== undefined || (waiting?.fact === fact && isLongAgo(waiting.since, run.now));
  };
  const first = checkFile(file, before, today, isConfirmed);
  const readings = log.listRefusedReadings(slot, predecessor?.readAt ?? '');
  const since = agreedSince(file, first.refusals, readings, run.now);
  const checked = since === undefined ? first : checkFile(file, before, today, () => true);
  const outcome = judgeFile(file, age, against, { refusals: first.refusals, doubts: checked.doubts }, since);
  return { outcome, checked };
}

/** Imports the rows of a file again, because they are no longer stored. The file keeps its log entry. */
function readAgain(taking: Taking, file: ParsedFile, known: FileOutcome): FileOutcome | undefined {
  if (known.id === null) return undefined;
  replaceRows(taking, known.id, file);
  return { ...known, outcome: 'published', reason: 'read again: its rows were no longer stored' };
}

/**
 * Accepts changes that were held until a second download, if this file is the newest in its slot and was
 * received again after enough time.
 */
function confirmChanges(taking: Taking, file: ParsedFile, known: FileOutcome): FileOutcome | undefined {
  const { log, run, staging, against } = taking;
  const own = against.published.find(({ id }) => id === known.id);
  const inUse = newestOfSlots(against.published).get(known.slot);
  if (!own || own.id !== inUse?.id) return undefined;
  const waiting = log.listHeldChanges(known.slot);
  const confirmed = waiting.filter(({ since }) => isLongAgo(since, run.now));
  if (confirmed.length === 0) return undefined;
  const facts = new Set(confirmed.map(({ row_key, fact }) => `${row_key}\n${fact}`));
  const isConfirmed: IsConfirmed = ({ key, fact }) => facts.has(`${key}\n${fact}`);
  const before = readBefore(staging.earlier, file, own);
  const checked = checkFile(file, before, run.now.slice(0, 10), isConfirmed);
  replaceRows(taking, own.id, { ...file, records: checked.records });
  log.replaceHeldChanges(known.slot, checked.held, run.now);
  log.change(own.id, { findings: JSON.stringify(checked.doubts) });
  const reason = `a second download agrees with ${confirmed.length} changes that waited for it`;
  return { ...known, outcome: 'published', reason, findings: checked.doubts };
}

/**
 * Determines whether the records will be real, and whether any file contains fictional records. A real file
 * that will be held anyway must not remove the fictional records. Opens one file at a time.
 */
function survey({ stored, files, now }: ImportRun): {
  readonly real: boolean;
  readonly bringsFictional: boolean;
} {
  let bringsFictional = false;
  if (stored === 'real') return { real: true, bringsFictional };
  for (const each of files) {
    // An observation file has no records, and opening it takes a long time.
    if (kindOf(each) === 'observations') continue;
    const file = openFile(each);
    if (bringsRealRecords(file) && isSound(file, now)) return { real: true, bringsFictional };
    bringsFictional ||= bringsFictionalRecords(file);
  }
  return { real: false, bringsFictional };
}

/**
 * Returns a file's position in the import order. Visits are compared with licenses from the same run, so
 * licenses come first. Inspectors' texts and closures are compared with both, so they come last.
 */
function placeInRun(file: RunFile): number {
  const kind = kindOf(file);
  if (kind === 'observations' || kind === 'closures') return 2;
  return kind === 'licenses' ? 0 : 1;
}

/** Returns true if the file has no problem that is visible without comparing it with other files. */
function isSound(file: ParsedFile, now: string): boolean {
  const before = { previous: undefined, known: undefined };
  return checkFile(file, before, now.slice(0, 10), () => true).refusals.length === 0;
}

/**
 * Adds publication times from the log to files that lack one. A file to accept is usually a local copy of a
 * file that was downloaded and held.
 */
function withPublishedAt(log: FileLog, files: readonly RunFile[]): RunFile[] {
  return files.map((file) => {
    const publishedAt = file.publishedAt ?? log.findPublishedAt(file.sha256);
    if (!('open' in file)) return { ...file, publishedAt };
    return { ...file, publishedAt, open: () => ({ ...file.open(), publishedAt }) };
  });
}

function ageOf({ fileDate, publishedAt, name, sha256 }: FileSummary, runId: number, readAt: string): FileAge {
  return { fileDate, publishedAt, readAt, runId, name: shortName(name), sha256 };
}

/**
 * Reports a published file as set aside if it is not the newest in its slot, and explains why it is older
 * than the file in use.
 */
function reportOlder(
  file: FileOutcome,
  counted: readonly PublishedFile[],
  inUse: PublishedFile | undefined,
): FileOutcome {
  const own = counted.find(({ id }) => id === file.id);
  if (file.outcome !== 'published' || !own || !inUse || inUse.id === own.id) return file;
  const reason = [file.reason, explainWhyOlder(own, inUse)];
  return { ...file, outcome: 'set_aside', reason: reason.filter((each) => each !== null).join('; ') };
}

function shortName(name: string): string {
  return name.slice(-200);
}

function toFileRow(file: ParsedFile, outcome: FileOutcome, now: string): Omit<LoggedFile, 'id' | 'run_id'> {
  const covered = coveredBy(file);
  return {
    name: shortName(file.name),
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
    rows_refused: countRefused(file),
    refusals: JSON.stringify(file.refusals),
    warnings: JSON.stringify(file.warnings),
    outcome: outcome.outcome === 'published' ? 'published' : 'held_back',
    // For an accepted file, this lists the limits that the operator overrode.
    reason: outcome.reason ?? outcome.accepted?.released ?? null,
    read_at: now,
    checked_at: now,
    first_day: covered?.first ?? null,
    last_day: covered?.last ?? null,
    rows_stored: 0,
    replaced_at: null,
    accepted_by: outcome.accepted?.by ?? null,
    accepted_because: outcome.accepted?.because ?? null,
    withdrawn_at: null,
    withdrawn_by: null,
    withdrawn_because: null,
    withdrawn_run_id: null,
    findings: JSON.stringify(outcome.findings),
  };
}

function countRefused({ refusals }: FileSummary): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0);
}
