import type { IsoDate } from '../../lib/time/dates.ts';
import type { CoveredDays } from '../sources/file-date.ts';

/**
 * Which row of each key is in force, of all rows of all files that count (published and not withdrawn). It follows from
 * these files alone, so neither the order of reading nor a withdrawn file leaves anything behind. Pure.
 */

/** A file that counts. Files are given oldest first. */
export interface CountedFile {
  readonly id: number;
  readonly slot: string;
  /** Inspections and final orders: a newer file of the slot speaks for every row between these days. Null elsewhere. */
  readonly coveredDays: CoveredDays | null;
  /** Visits or orders that it may list in rows that were refused: it does not speak for these. */
  readonly refused?: RefusedVisits;
}

/** What is known of a file's refused rows; `isWhole` is false where there were more than are kept. */
export interface RefusedVisits {
  readonly visitIds: ReadonlySet<number>;
  /** Digits of licenses in damaged rows: a row that is cut off has lost its visit id, which comes last. */
  readonly licenses: ReadonlySet<string>;
  readonly isWhole: boolean;
}

export interface RowOfFile {
  readonly key: string | number;
  readonly fileId: number;
  /** Visits and final orders alone, both. */
  readonly day?: IsoDate;
  readonly licenseDigits?: string;
  /** Licenses alone: of holder and business. */
  readonly names?: string;
}

export interface Ruling<Row> {
  readonly isInForce: (row: Row) => boolean;
  /**
   * Whether a newer file of its own slot speaks for this row, so that only a withdrawal can bring it back. The first and
   * the last license row under the same names still tell whose visits they were.
   */
  readonly isReplaced: (row: Row) => boolean;
}

/** Rows of files that do not count are in force nowhere. */
export function ruleOnRows<Row extends RowOfFile>(
  rows: readonly Row[],
  files: readonly CountedFile[],
): Ruling<Row> {
  const order = new Map(files.map(({ id }, index) => [id, index]));
  const isReplaced = replacedByCover(files, order);
  const newest = new Map<Row['key'], Row>();
  const spans = new Map<string, { first: number; last: number }>();
  for (const row of rows) {
    const age = order.get(row.fileId);
    if (age === undefined || isReplaced(row)) continue;
    if (row.names !== undefined) widen(spans, spanOf(row), age);
    const other = newest.get(row.key);
    if (other === undefined || age > (order.get(other.fileId) ?? -1)) newest.set(row.key, row);
  }
  const isEndOfSpan = (row: Row) => {
    const span = spans.get(spanOf(row));
    const age = order.get(row.fileId);
    return span !== undefined && (age === span.first || age === span.last);
  };
  const isInForce = (row: Row) => newest.get(row.key)?.fileId === row.fileId;
  return {
    isInForce,
    isReplaced: (row) => (row.day === undefined ? !isInForce(row) && !isEndOfSpan(row) : isReplaced(row)),
  };
}

function spanOf({ key, names }: RowOfFile): string {
  return `${key}\n${names}`;
}

function widen(spans: Map<string, { first: number; last: number }>, span: string, age: number): void {
  const { first, last } = spans.get(span) ?? { first: age, last: age };
  spans.set(span, { first: Math.min(first, age), last: Math.max(last, age) });
}

/** A newer file of the slot that covers a visit's day either lists the visit itself, or has removed it. */
function replacedByCover(
  files: readonly CountedFile[],
  order: ReadonlyMap<number, number>,
): (row: RowOfFile) => boolean {
  const bySlot = Map.groupBy(
    files.filter(({ coveredDays }) => coveredDays !== null),
    ({ slot }) => slot,
  );
  const slots = new Map(files.map(({ id, slot }) => [id, bySlot.get(slot) ?? []]));
  return (row) => {
    const { fileId, day } = row;
    const slot = slots.get(fileId);
    const own = order.get(fileId);
    if (day === undefined || !slot || own === undefined) return false;
    for (let index = slot.length - 1; index >= 0; index--) {
      const file = slot[index];
      if (!file || (order.get(file.id) ?? -1) <= own) return false;
      if (speaksFor(file, row, day)) return true;
    }
    return false;
  };
}

function speaksFor({ coveredDays, refused }: CountedFile, row: RowOfFile, day: IsoDate): boolean {
  if (!coveredDays || day < coveredDays.first || day > coveredDays.last) return false;
  if (!refused) return true;
  const isRefused = refused.visitIds.has(Number(row.key)) || refused.licenses.has(row.licenseDigits ?? '');
  return refused.isWhole && !isRefused;
}

/** Files of a slot whose rows out of force are kept, so that a withdrawal has something to go back to. */
const FILES_KEPT = 4;

/** The files whose replaced rows may be dropped. Observations have no lasting slot and count as one. */
export function filesBeyondKept(
  files: readonly { readonly id: number; readonly slot: string; readonly kind: string }[],
): ReadonlySet<number> {
  const bySlot = Map.groupBy(files, ({ slot, kind }) => (kind === 'observations' ? kind : slot));
  return new Set([...bySlot.values()].flatMap((each) => each.slice(0, -FILES_KEPT).map(({ id }) => id)));
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
 * The files whose rows were dropped and may be needed: a file next to them was withdrawn since they were last met, or
 * they are among those that are kept.
 */
export function filesToReadAgain<File extends StoredFile>(
  files: readonly File[],
  withdrawn: readonly { readonly slot: string; readonly kind: string; readonly at: string }[],
): readonly File[] {
  const beyond = filesBeyondKept(files);
  const isNeeded = (file: File) => !beyond.has(file.id) || withdrawn.some((other) => isAfter(other, file));
  const isAfter = ({ slot, kind, at }: (typeof withdrawn)[number], file: File) =>
    (slot === file.slot || (kind === 'observations' && kind === file.kind)) && at >= file.checkedAt;
  return files.filter((file) => !file.rowsStored && isNeeded(file));
}
