import type { Insertable } from 'kysely';
import type { RegistryTx } from '../../platform/db/database.ts';
import type { ImportFilesTable } from '../../platform/db/schema/schema-registry.ts';
import type { FileSummary, ParsedFile } from '../sources/parsed-file.ts';
import { agreedSince, isLongAgo } from './check/agree-twice.ts';
import { type CheckedFile, checkFile } from './check/check-file.ts';
import type { IsConfirmed } from './check/comparison.ts';
import { readBefore } from './earlier-rows-service.ts';
import { bringsFictionalRecords, bringsRealRecords } from './fictional.ts';
import { compareAge, type FileAge, newestOfSlots, tellWhyOlder } from './file-age.ts';
import {
  findPublishedAt,
  insertFile,
  listEveryPublishedFile,
  listRefusedReadings,
  listWithdrawnFiles,
  makesVendors,
  markChecked,
  type PublishedFile,
  updateFiles,
} from './files-store.ts';
import { listHeldChanges, replaceHeldChanges } from './held-changes-store.ts';
import { filesToReadAgain } from './in-force.ts';
import {
  type FileOutcome,
  type JudgedAgainst,
  judgeEmpty,
  judgeFile,
  judgeKnown,
  type OperatorReason,
  predecessorOf,
} from './judge-file.ts';
import { type LicenseChange, LicenseChangeCount } from './license-changes.ts';
import { countLicenseChanges, noteLicenses } from './license-changes-service.ts';
import { coveredBy, slotOf } from './merge.ts';
import { deleteRowsOfFile } from './rows-store.ts';
import { kindOf, openFile, type RunFile } from './run-files.ts';
import { ROW_TABLES, Settlement } from './settle-service.ts';
import { deleteAllRecords } from './store.ts';
import { tellFileInUse, type Withdrawal, type WithdrawnFile, withdrawFile } from './withdrawals-service.ts';

export interface ImportOutcome {
  readonly files: readonly FileOutcome[];
  /** The file that the run withdrew. */
  readonly withdrawn: WithdrawnFile | null;
  /** How many changes of licenses there are of each kind. */
  readonly licenseChangeKinds: LicenseChangeCount['kinds'];
  /** The first of them, in the order of numbers. */
  readonly licenseChanges: readonly LicenseChange[];
  /** The files that count and that vendors are made from, oldest first. */
  readonly published: readonly PublishedFile[];
  /** Whether the records now in the database are fictional. */
  readonly fictional: boolean;
}

interface ImportRun {
  readonly id: number;
  readonly files: readonly RunFile[];
  readonly now: string;
  /** Whether the records in the database are fictional; undefined when it has none. */
  readonly stored: 'fictional' | 'real' | undefined;
  /** Demo runs: take away the fictional records of an earlier day first. */
  readonly replaceFictional: boolean;
  /** An operator's word for every file of the run. */
  readonly acceptance: OperatorReason | undefined;
  readonly withdrawal: Withdrawal | undefined;
  /** Whether the rows in force were decided by an earlier version of the service. */
  readonly decideAgain: boolean;
}

/**
 * Writes what a run's files say into the regulator tables: file by file checked against its bounds, held back or stored,
 * and then decides which rows are in force. Part of the run's transaction.
 */
export async function importFiles(tx: RegistryTx, run: ImportRun): Promise<ImportOutcome> {
  const { real, bringsFictional } = survey(run);
  const fictional = !real && (run.stored === 'fictional' || bringsFictional);
  const wipe = run.stored === 'fictional' && (run.replaceFictional || real);
  if (wipe) await deleteAllRecords(tx, run.id);
  const mayChange = run.files.length > 0 || run.withdrawal !== undefined || run.decideAgain;
  if (mayChange) await noteLicenses(tx);
  const withdrawn = run.withdrawal ? await withdrawFile(tx, run.withdrawal, run) : null;
  if (withdrawn) await replaceHeldChanges(tx, withdrawn.slot, [], run.now);
  const settlement = new Settlement(tx);
  const { outcomes, storedFictional } = await storeFiles(tx, run, settlement, { real, fictional });
  const isChanged = settlement.added.size > 0 || withdrawn !== null || run.decideAgain;
  if (isChanged) await settlement.finish(withdrawn || run.decideAgain ? ROW_TABLES : []);
  const changes = mayChange ? await countLicenseChanges(tx) : new LicenseChangeCount();
  const counted = await listEveryPublishedFile(tx);
  const inUse = newestOfSlots(counted);
  return {
    files: outcomes.map((file) => tellOlder(file, counted, inUse.get(file.slot))),
    withdrawn: withdrawn && (await tellFileInUse(tx, withdrawn, inUse.get(withdrawn.slot))),
    licenseChangeKinds: changes.kinds,
    licenseChanges: changes.first,
    published: counted.filter(makesVendors),
    fictional: !real && (run.stored === 'fictional' || storedFictional),
  };
}

async function storeFiles(
  tx: RegistryTx,
  run: ImportRun,
  settlement: Settlement,
  { real, fictional }: Pick<JudgedAgainst, 'real' | 'fictional'>,
): Promise<{ outcomes: FileOutcome[]; storedFictional: boolean }> {
  const counted = await listEveryPublishedFile(tx);
  const published: CountedFile[] = [...counted];
  const withdrawn = await listWithdrawnFiles(tx);
  const lostFiles = filesToReadAgain(counted, withdrawn);
  const acceptance = run.acceptance && { ...run.acceptance, at: run.now };
  const against = { published, withdrawn, real, fictional, acceptance };
  const outcomes: FileOutcome[] = [];
  const metAgain: number[] = [];
  let storedFictional = false;
  const files = run.acceptance ? await withPublishedAt(tx, run.files) : run.files;
  const aged = files.map((file) => ({ file, age: ageOf(file, run) }));
  const order = (a: (typeof aged)[number], b: (typeof aged)[number]) =>
    placeInRun(a.file) - placeInRun(b.file) || compareAge(a.age, b.age);
  for (const { file: shelved, age } of aged.sort(order)) {
    const file = openFile(shelved);
    const known = judgeKnown(file, age, against);
    if (known) {
      const sameBytes = [...published, ...withdrawn].filter(({ sha256 }) => sha256 === file.sha256);
      const isLost = lostFiles.some((each) => each.sha256 === file.sha256 && !metAgain.includes(each.id));
      metAgain.push(...sameBytes.map(({ id }) => id));
      const again = isLost
        ? await readAgain(tx, file, known, settlement)
        : await confirmChanges(tx, file, known, { run, published, settlement });
      storedFictional ||= again !== undefined && bringsFictionalRecords(file);
      outcomes.push(again ?? known);
      continue;
    }
    const empty = judgeEmpty(file, run.now.slice(0, 10));
    if (empty) {
      outcomes.push(empty);
      continue;
    }
    const { outcome, checked } = await judgeNew(tx, file, age, { run, against });
    const id = await insertFile(tx, toFileRow(file, outcome, run), file);
    outcomes.push({ ...outcome, id });
    if (outcome.outcome !== 'published') continue;
    published.push({ ...age, id, slot: outcome.slot, rowsRead: file.rowsRead, rowsKept: file.rowsKept });
    await settlement.add(id, { ...file, records: checked.records });
    await replaceHeldChanges(tx, outcome.slot, checked.held, run.now);
    storedFictional ||= bringsFictionalRecords(file);
  }
  await markChecked(tx, metAgain, run.now);
  return { outcomes, storedFictional };
}

type CountedFile = JudgedAgainst['published'][number] & {
  readonly rowsRead: number;
  readonly rowsKept: number;
};

/** Checks and judges bytes that no run met before, or only refused. */
async function judgeNew(
  tx: RegistryTx,
  file: ParsedFile,
  age: FileAge,
  {
    run,
    against,
  }: { readonly run: ImportRun; readonly against: JudgedAgainst & { published: CountedFile[] } },
): Promise<{ outcome: FileOutcome; checked: CheckedFile }> {
  const predecessor = predecessorOf(file, age, against.published);
  const before = await readBefore(tx, file, predecessor, against.published);
  const today = run.now.slice(0, 10);
  const slot = slotOf(file);
  const held = new Map((await listHeldChanges(tx, slot)).map((each) => [each.row_key, each]));
  const isConfirmed: IsConfirmed = ({ key, fact }) => {
    const waiting = held.get(key);
    return run.acceptance !== undefined || (waiting?.fact === fact && isLongAgo(waiting.since, run.now));
  };
  const first = checkFile(file, before, today, isConfirmed);
  const readings = await listRefusedReadings(tx, slot, predecessor?.readAt ?? '');
  const since = agreedSince(file, first.refusals, readings, run.now);
  const checked = since === undefined ? first : checkFile(file, before, today, () => true);
  const outcome = judgeFile(file, age, against, { refusals: first.refusals, doubts: checked.doubts }, since);
  return { outcome, checked };
}

/** Takes the bytes of a file whose rows were dropped in again: they go back to the file that they were. */
async function readAgain(
  tx: RegistryTx,
  file: ParsedFile,
  known: FileOutcome,
  settlement: Settlement,
): Promise<FileOutcome | undefined> {
  if (known.id === null) return undefined;
  await restoreFile(tx, known.id);
  await settlement.add(known.id, file);
  return { ...known, outcome: 'published', reason: 'read again: its rows were no longer stored' };
}

/** Takes in what waited for a second download, if these bytes are the newest of their slot and came again long enough after. */
async function confirmChanges(
  tx: RegistryTx,
  file: ParsedFile,
  known: FileOutcome,
  {
    run,
    published,
    settlement,
  }: {
    readonly run: ImportRun;
    readonly published: readonly CountedFile[];
    readonly settlement: Settlement;
  },
): Promise<FileOutcome | undefined> {
  const own = published.find(({ id }) => id === known.id);
  const inUse = newestOfSlots(published).get(known.slot);
  if (!own || own.id !== inUse?.id) return undefined;
  const waiting = await listHeldChanges(tx, known.slot);
  const confirmed = waiting.filter(({ since }) => isLongAgo(since, run.now));
  if (confirmed.length === 0) return undefined;
  const facts = new Set(confirmed.map(({ row_key, fact }) => `${row_key}\n${fact}`));
  const isConfirmed: IsConfirmed = ({ key, fact }) => facts.has(`${key}\n${fact}`);
  const before = await readBefore(tx, file, own, published);
  const checked = checkFile(file, before, run.now.slice(0, 10), isConfirmed);
  await restoreFile(tx, own.id);
  await settlement.add(own.id, { ...file, records: checked.records });
  await replaceHeldChanges(tx, known.slot, checked.held, run.now);
  await updateFiles(tx, [own.id], { findings: JSON.stringify(checked.doubts) });
  const reason = `a second download agrees with ${confirmed.length} changes that waited for it`;
  return { ...known, outcome: 'published', reason, findings: checked.doubts };
}

/**
 * Whether the records will be real, and whether a file brings fictional ones. A real file that will be held back anyway must
 * not take the fictional records away with it. Files are opened one at a time.
 */
function survey({ stored, files, now }: ImportRun): {
  readonly real: boolean;
  readonly bringsFictional: boolean;
} {
  let bringsFictional = false;
  if (stored === 'real') return { real: true, bringsFictional };
  for (const each of files) {
    // They bring no records, and opening them takes long.
    if (kindOf(each) === 'observations') continue;
    const file = openFile(each);
    if (bringsRealRecords(file) && isSound(file, now)) return { real: true, bringsFictional };
    bringsFictional ||= bringsFictionalRecords(file);
  }
  return { real: false, bringsFictional };
}

/** Visits are compared with licenses, those of the same run among them, and texts and closures with both. */
function placeInRun(file: RunFile): number {
  const kind = kindOf(file);
  if (kind === 'observations' || kind === 'closures') return 2;
  return kind === 'licenses' ? 0 : 1;
}

/** What is left of a file's rows makes room for all of them. */
async function restoreFile(tx: RegistryTx, fileId: number): Promise<void> {
  for (const table of ROW_TABLES) await deleteRowsOfFile(tx, table, fileId);
  await updateFiles(tx, [fileId], { rows_stored: 1 });
}

/** Whether nothing is wrong with a file on its own. */
function isSound(file: ParsedFile, now: string): boolean {
  const before = { previous: undefined, known: undefined };
  return checkFile(file, before, now.slice(0, 10), () => true).refusals.length === 0;
}

/** The file to accept is a local copy of one that was downloaded and held back. */
async function withPublishedAt(tx: RegistryTx, files: readonly RunFile[]): Promise<RunFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const publishedAt = file.publishedAt ?? (await findPublishedAt(tx, file.sha256));
      if (!('open' in file)) return { ...file, publishedAt };
      return { ...file, publishedAt, open: () => ({ ...file.open(), publishedAt }) };
    }),
  );
}

function ageOf({ fileDate, publishedAt, name, sha256 }: FileSummary, run: ImportRun): FileAge {
  return { fileDate, publishedAt, readAt: run.now, runId: run.id, name: shortName(name), sha256 };
}

/** A file of this run that is not the newest of its slot is told apart, with the one that is in use. */
function tellOlder(
  file: FileOutcome,
  counted: readonly PublishedFile[],
  inUse: PublishedFile | undefined,
): FileOutcome {
  const own = counted.find(({ id }) => id === file.id);
  if (file.outcome !== 'published' || !own || !inUse || inUse.id === own.id) return file;
  const reason = [file.reason, tellWhyOlder(own, inUse)];
  return { ...file, outcome: 'set_aside', reason: reason.filter((each) => each !== null).join('; ') };
}

function shortName(name: string): string {
  return name.slice(-200);
}

function toFileRow(file: ParsedFile, outcome: FileOutcome, run: ImportRun): Insertable<ImportFilesTable> {
  const covered = coveredBy(file);
  return {
    run_id: run.id,
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
    rows_refused: Object.values(file.refusals).reduce((sum, count) => sum + count, 0),
    refusals: JSON.stringify(file.refusals),
    warnings: JSON.stringify(file.warnings),
    outcome: outcome.outcome === 'published' ? 'published' : 'held_back',
    // Of an accepted file, the bounds that were released.
    reason: outcome.reason ?? outcome.accepted?.released ?? null,
    read_at: run.now,
    checked_at: run.now,
    first_day: covered?.first ?? null,
    last_day: covered?.last ?? null,
    rows_stored: outcome.outcome === 'published' ? 1 : 0,
    accepted_by: outcome.accepted?.by ?? null,
    accepted_because: outcome.accepted?.because ?? null,
    findings: JSON.stringify(outcome.findings),
  };
}
