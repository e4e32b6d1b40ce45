import type { Insertable } from 'kysely';
import type { RegistryTx } from '../../platform/db/database.ts';
import type { ImportFilesTable } from '../../platform/db/schema-registry.ts';
import type { FileSummary, ParsedFile } from '../sources/parsed-file.ts';
import { checkBounds } from './bounds.ts';
import { listEarlierRows } from './earlier-rows-service.ts';
import { bringsFictionalRecords, bringsRealRecords } from './fictional.ts';
import { compareAge, type FileAge, newestOfSlots, tellWhyOlder } from './file-age.ts';
import { findDamage } from './file-findings.ts';
import {
  findPublishedAt,
  insertFile,
  listEveryPublishedFile,
  listPublishedFiles,
  listWithdrawnFiles,
  makesVendors,
  markChecked,
  type PublishedFile,
  updateFiles,
} from './files-store.ts';
import { filesToReadAgain } from './in-force.ts';
import {
  type FileOutcome,
  type JudgedAgainst,
  judgeFile,
  type OperatorReason,
  predecessorOf,
  rowsOfLastYear,
} from './judge-file.ts';
import { type LicenseChange, LicenseChangeCount } from './license-changes.ts';
import { countLicenseChanges, noteLicenses } from './license-changes-service.ts';
import { coveredBy } from './merge.ts';
import { deleteRowsOfFile } from './rows-store.ts';
import { kindOf, openFile, type RunFile } from './run-files.ts';
import { ROW_TABLES, Settlement } from './settle-service.ts';
import { deleteAllRecords } from './store.ts';
import { type Touched, TouchedLicenses } from './touched-service.ts';
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
  /** Those that did before the run. */
  readonly publishedBefore: readonly PublishedFile[];
  /** Whether the records now in the database are fictional. */
  readonly fictional: boolean;
  /** The licenses about which the run's files say anything new. */
  readonly touched: Touched;
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
  const publishedBefore = await listPublishedFiles(tx);
  const isAll = wipe || run.withdrawal !== undefined || run.decideAgain || run.stored === undefined;
  const touched = await TouchedLicenses.begin(tx, { isAll });
  if (wipe) await deleteAllRecords(tx, run.id);
  const mayChange = run.files.length > 0 || run.withdrawal !== undefined || run.decideAgain;
  if (mayChange) await noteLicenses(tx);
  const withdrawn = run.withdrawal ? await withdrawFile(tx, run.withdrawal, run) : null;
  const settlement = new Settlement(tx, touched);
  const { outcomes, storedFictional } = await storeFiles(
    tx,
    run,
    { settlement, touched },
    { real, fictional },
  );
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
    publishedBefore,
    fictional: !real && (run.stored === 'fictional' || storedFictional),
    touched: await touched.finish(settlement.added),
  };
}

async function storeFiles(
  tx: RegistryTx,
  run: ImportRun,
  { settlement, touched }: { readonly settlement: Settlement; readonly touched: TouchedLicenses },
  { real, fictional }: Pick<JudgedAgainst, 'real' | 'fictional'>,
): Promise<{ outcomes: FileOutcome[]; storedFictional: boolean }> {
  const counted = await listEveryPublishedFile(tx);
  const published: JudgedAgainst['published'][number][] = [...counted];
  const withdrawn = await listWithdrawnFiles(tx);
  const lostFiles = filesToReadAgain(counted, withdrawn);
  const acceptance = run.acceptance && { ...run.acceptance, at: run.now };
  const judging = { published, withdrawn, real, fictional, acceptance };
  const outcomes: FileOutcome[] = [];
  const metAgain: number[] = [];
  let storedFictional = false;
  const files = run.acceptance ? await withPublishedAt(tx, run.files) : run.files;
  const aged = files.map((file) => ({ file, age: ageOf(file, run) }));
  const order = (a: (typeof aged)[number], b: (typeof aged)[number]) =>
    placeInRun(a.file) - placeInRun(b.file) || compareAge(a.age, b.age);
  for (const { file: shelved, age } of aged.sort(order)) {
    const file = openFile(shelved);
    const lost = lostFiles.find(({ sha256 }) => sha256 === file.sha256);
    if (lost && !metAgain.includes(lost.id)) {
      touched.touchAll();
      await restoreFile(tx, lost.id);
      metAgain.push(lost.id);
      outcomes.push({ ...judgeFile(file, age, { ...judging, damage: [] }), ...READ_AGAIN });
      await settlement.add(lost.id, file);
      storedFictional ||= bringsFictionalRecords(file);
      continue;
    }
    const isKnown = published.some(({ sha256 }) => sha256 === file.sha256);
    const before = isKnown ? undefined : await listEarlierRows(tx, file, predecessorOf(file, age, published));
    const rowsLastYear = rowsOfLastYear(file, published);
    const damage = isKnown
      ? []
      : findDamage(file, before && { ...before, rowsLastYear }, run.now.slice(0, 10));
    const outcome = judgeFile(file, age, { ...judging, damage });
    if (outcome.outcome === 'unchanged' || outcome.outcome === 'withdrawn') {
      const sameBytes = [...published, ...withdrawn].filter(({ sha256 }) => sha256 === file.sha256);
      metAgain.push(...sameBytes.map(({ id }) => id));
      outcomes.push(outcome);
      continue;
    }
    const id = await insertFile(tx, toFileRow(file, outcome, run), file);
    outcomes.push({ ...outcome, id });
    if (outcome.outcome !== 'published') continue;
    published.push({ ...age, id, slot: outcome.slot, rowsRead: file.rowsRead, rowsKept: file.rowsKept });
    await settlement.add(id, file);
    storedFictional ||= bringsFictionalRecords(file);
  }
  await markChecked(tx, metAgain, run.now);
  return { outcomes, storedFictional };
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

/** Licenses are compared with visits, those of the same run among them, and texts and closures with both. */
function placeInRun(file: RunFile): number {
  const kind = kindOf(file);
  if (kind === 'observations' || kind === 'closures') return 2;
  return kind === 'licenses' ? 1 : 0;
}

/** The bytes were taken in before and go back to the file that they were. */
const READ_AGAIN = {
  outcome: 'published',
  reason: 'read again: its rows were no longer stored',
} as const;

/** What is left of a file's rows makes room for all of them. */
async function restoreFile(tx: RegistryTx, fileId: number): Promise<void> {
  for (const table of ROW_TABLES) await deleteRowsOfFile(tx, table, fileId);
  await updateFiles(tx, [fileId], { rows_stored: 1 });
}

/** Whether nothing is wrong with a file on its own. */
function isSound(file: ParsedFile, now: string): boolean {
  return !checkBounds(file, undefined) && findDamage(file, undefined, now.slice(0, 10)).length === 0;
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
  };
}
