import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { slotOf } from '../import/license-holders.ts';
import type { CheckedFile } from './check-file.ts';
import { compareAge, type FileAge } from './file-age.ts';
import type { Finding, Refusal } from './finding.ts';

/** The outcome for one file in a run, and the reason for it. */
export interface FileOutcome {
  /** The file's id in the list of imports; null if the run did not store anything about the file. */
  readonly id: number | null;
  readonly name: string;
  readonly sha256: string;
  readonly kind: string;
  readonly slot: string;
  /**
   * "set_aside": read but older than the file in use; it supplies only what no newer file covers.
   * "withdrawn": an operator withdrew these exact bytes, so they are not imported.
   */
  readonly outcome: 'published' | 'set_aside' | 'unchanged' | 'held_back' | 'withdrawn';
  readonly reason: string | null;
  /**
   * The operator who accepted the file even though it exceeds a limit or was withdrawn, and the operator's
   * reason.
   */
  readonly accepted: Acceptance | null;
  /** True if the file is held or withdrawn but an operator can accept it. */
  readonly canBeAccepted: boolean;
  readonly fileDate: string | null;
  readonly rowsRead: number;
  readonly rowsKept: number;
  readonly rowsOther: number;
  readonly refusals: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, number>>;
  /** The oddities of a published file, or the reasons for refusing a file, one sentence each. */
  readonly findings: readonly Finding[];
}

export interface OperatorReason {
  readonly by: string;
  readonly because: string;
}

interface Acceptance extends OperatorReason {
  readonly at: string;
  /** The limits that the file exceeds; null if it was withdrawn and does not exceed any. */
  readonly released: string | null;
}

export interface JudgedAgainst {
  /** Files whose rows count. */
  readonly published: readonly (FileAge & { readonly id: number; readonly slot: string })[];
  readonly withdrawn: readonly (OperatorReason & { readonly sha256: string; readonly at: string })[];
  readonly real: boolean;
  readonly fictional: boolean;
  /** An operator's reason for accepting every file in the run. */
  readonly acceptance: (OperatorReason & { readonly at: string }) | undefined;
}

/**
 * Returns the outcome for bytes that were imported or withdrawn before; undefined if they must be checked.
 */
export function judgeKnown(file: ParsedFile, age: FileAge, against: JudgedAgainst): FileOutcome | undefined {
  const known = against.published.find(({ sha256 }) => sha256 === file.sha256);
  if (known)
    return { ...describe(file), outcome: 'unchanged', id: known.id, reason: nameFirstReading(age, known) };
  const withdrawn = against.withdrawn.findLast(({ sha256 }) => sha256 === file.sha256);
  if (!withdrawn || against.acceptance) return undefined;
  const reason = `withdrawn on ${withdrawn.at.slice(0, 10)} because ${withdrawn.because}`;
  return { ...describe(file), outcome: 'withdrawn', reason, canBeAccepted: true };
}

/** The number of days for which a new fiscal year's file may contain only a header row. */
const YOUNG_DAYS = 31;

/**
 * Returns the outcome for a file with only a header row; undefined if the file should have rows. License
 * files always should, because every district has licenses.
 */
export function judgeEmpty(file: ParsedFile, today: IsoDate): FileOutcome | undefined {
  const kind = file.records?.kind;
  if (file.problem || file.rowsRead > 0 || kind === undefined || kind === 'licenses') return undefined;
  const isYoung = REGULATOR.fiscalYearOf(addDays(today, -YOUNG_DAYS)) !== REGULATOR.fiscalYearOf(today);
  if (kind !== 'closures' && !isYoung) return undefined;
  return { ...describe(file), outcome: 'unchanged', reason: 'it has titles and no rows yet' };
}

/**
 * Returns the outcome for a checked file. `agreedSince` is the time of an earlier download that agrees with
 * this file, if the file is suspicious.
 */
export function judgeFile(
  file: ParsedFile,
  age: FileAge,
  against: JudgedAgainst,
  { refusals, doubts }: Pick<CheckedFile, 'refusals' | 'doubts'>,
  agreedSince: string | undefined,
): FileOutcome {
  const { published, acceptance, withdrawn } = against;
  const all = [...refusals, ...findMixing(file, against)];
  const final = all.find(({ kind }) => kind === 'unusable');
  const isReleased =
    acceptance !== undefined || (agreedSince !== undefined && all.length === refusals.length);
  const broken = isReleased ? final : all[0];
  if (broken) {
    const predecessor = predecessorOf(file, age, published);
    const reason = `${textOf(broken)}. ${wayOn(all, predecessor)}`;
    const findings = all.map(({ code, text }) => ({ code, text }));
    const canBeAccepted = final === undefined;
    return { ...describe(file), outcome: 'held_back', reason, canBeAccepted, findings };
  }
  const released = all.length === 0 ? null : all.map(textOf).join('; ');
  const wasWithdrawn = withdrawn.some(({ sha256 }) => sha256 === file.sha256);
  const isAccepted = acceptance !== undefined && (released !== null || wasWithdrawn);
  const agreed = agreedSince === undefined || acceptance ? [] : [sawTwice(refusals, agreedSince)];
  return {
    ...describe(file),
    outcome: 'published',
    accepted: isAccepted ? { ...acceptance, released } : null,
    findings: [...agreed, ...doubts],
  };
}

function sawTwice(refusals: readonly Refusal[], since: string): Finding {
  const text = refusals.map((refusal) => refusal.text).join('; ');
  return {
    code: 'seen_twice',
    text: `${text}. It was refused at first and is published, because every download since ${since.slice(0, 10)} agrees`,
  };
}

/**
 * Names the file in which the same content was first read; null if this file has the same name. That file may
 * be from this run or an earlier one.
 */
function nameFirstReading(
  { name }: FileAge,
  known: { readonly id: number; readonly name: string },
): string | null {
  if (name === known.name) return null;
  return `the same content as ${known.name} (file ${known.id}), which was read first; it counts once`;
}

const TEXTS_BEFORE_VISITS = 'real observations wait for real inspections, here are fictional ones';
const NO_ROW_OF_OURS =
  'no row is about a food truck or caterer, so a real file cannot be distinguished from the fictional ones here';

/** Refuses a file that would mix fictional records with real ones. */
function findMixing(file: ParsedFile, { real, fictional }: JudgedAgainst): Refusal[] {
  const refusal = (code: string, text: string): Refusal[] => [{ code, text, kind: 'unusable' }];
  if (real && isFictional(file)) return refusal('fictional', 'demo records are never mixed with real ones');
  if (fictional && !isFictional(file)) {
    const isOfTexts = file.records?.kind === 'observations';
    return refusal('no_records', isOfTexts ? TEXTS_BEFORE_VISITS : NO_ROW_OF_OURS);
  }
  return [];
}

/** Explains what happens next to a refused file and what an operator can do. */
function wayOn(refusals: readonly Refusal[], predecessor: { readonly name: string } | undefined): string {
  if (refusals.some(({ kind }) => kind === 'unusable')) return 'It can’t be accepted.';
  const accept = 'an operator can accept it at once (import --accept)';
  const withdraw = predecessor
    ? ` If ${predecessor.name}, the file before it, is the wrong one, withdraw that first (import --withdraw).`
    : '';
  if (refusals.some(({ kind }) => kind === 'needs_operator'))
    return `It stays refused until an operator accepts it (import --accept).${withdraw}`;
  return `If a download at least 20 hours later agrees, it is published; ${accept}.${withdraw}`;
}

function textOf({ code, text }: Finding): string {
  return `${code}: ${text}`;
}

/** Returns the newest file in the slot that is older than this one. */
export function predecessorOf<File extends FileAge & { readonly slot: string }>(
  file: ParsedFile,
  age: FileAge,
  published: readonly File[],
): File | undefined {
  const slot = slotOf(file);
  return published
    .filter((other) => other.slot === slot && compareAge(other, age) < 0)
    .sort(compareAge)
    .at(-1);
}

function describe(file: ParsedFile) {
  const { name, sha256, fileDate, rowsRead, rowsKept, rowsOther, refusals, warnings } = file;
  const kind = file.records?.kind ?? 'unknown';
  return {
    id: null,
    reason: null,
    accepted: null,
    canBeAccepted: false,
    findings: [],
    name,
    sha256,
    kind,
    slot: slotOf(file),
    fileDate,
    rowsRead,
    rowsKept,
    rowsOther,
    refusals,
    warnings,
  };
}

/**
 * Returns the counted files that were already older than another file in their slot when they were read. They
 * are shown separately from files that have been in use.
 */
export function filesSetAside(
  files: readonly (FileAge & { readonly id: number; readonly slot: string; readonly runId: number })[],
): ReadonlySet<number> {
  const earliestRun = new Map<string, number>();
  const aside = new Set<number>();
  for (const { id, slot, runId } of [...files].sort(compareAge).reverse()) {
    const newer = earliestRun.get(slot);
    if (newer !== undefined && newer <= runId) aside.add(id);
    earliestRun.set(slot, Math.min(newer ?? runId, runId));
  }
  return aside;
}

interface StoredFile {
  readonly id: number;
  readonly slot: string;
  readonly kind: string;
  readonly sha256: string;
  readonly rowsStored: boolean;
  readonly checkedAt: string;
}

/**
 * Returns the files whose rows are not stored but may be needed. Either they are now the newest in their
 * place, or another file in that place was withdrawn since they were last seen.
 */
export function filesToReadAgain<File extends StoredFile>(
  oldestFirst: readonly File[],
  withdrawn: readonly { readonly slot: string; readonly kind: string; readonly at: string }[],
): readonly File[] {
  const newest = new Map(oldestFirst.map((file) => [placeOf(file), file]));
  const isNeeded = (file: File) =>
    newest.get(placeOf(file)) === file ||
    withdrawn.some((other) => placeOf(other) === placeOf(file) && other.at >= file.checkedAt);
  return oldestFirst.filter((file) => !file.rowsStored && isNeeded(file));
}

/**
 * Returns the place within which the newest file replaces older ones. Observations have no permanent slot and
 * share a single place.
 */
export function placeOf({ slot, kind }: { readonly slot: string; readonly kind: string }): string {
  return kind === 'observations' ? kind : slot;
}

/** Returns true for demo records, whose numbers are from series that the regulator never issued. */
function isFictional({ records }: ParsedFile): boolean {
  if (!records || records.rows.length === 0) return false;
  if (records.kind === 'observations')
    return records.rows.every(({ visitId }) => REGULATOR.fictional.isVisit(visitId));
  return records.rows.every(({ digits }) => REGULATOR.fictional.isDigits(digits));
}

/**
 * Returns true if the file has real records. Observations do not create vendors, so they neither remove
 * fictional records nor count as real ones.
 */
export function bringsRealRecords(file: ParsedFile): boolean {
  return bringsRecords(file) && !isFictional(file);
}

export function bringsFictionalRecords(file: ParsedFile): boolean {
  return bringsRecords(file) && isFictional(file);
}

function bringsRecords({ records }: ParsedFile): boolean {
  return records !== undefined && records.kind !== 'observations' && records.rows.length > 0;
}
