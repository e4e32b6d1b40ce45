import type { Selectable } from 'kysely';
import type {
  HeldChangesTable,
  ImportFilesTable,
} from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import type { CoveredDays } from '../../regulator/source/file-date.ts';
import type { RefusedRow } from '../../regulator/source/parsed-file.ts';
import type { RefusedReading } from '../check/agree-twice.ts';
import type { HeldChange } from '../check/comparison.ts';
import { compareAge, type FileAge } from '../check/file-age.ts';
import type { OperatorReason } from '../check/judge-file.ts';

export type LoggedFile = Selectable<ImportFilesTable>;

/** A file whose rows count toward the records. */
export interface PublishedFile extends FileAge {
  readonly id: number;
  readonly runId: number;
  readonly district: number | null;
  readonly kind: string;
  readonly slot: string;
  readonly outcome: string;
  readonly rowsRead: number;
  readonly rowsKept: number;
  readonly rowsRefused: number;
  /** True if all of the file's rows are stored. */
  readonly rowsStored: boolean;
  /**
   * When a newer file in the slot replaced this file. After that, only the rows that the newer file did not
   * replace are read.
   */
  readonly replacedAt: string | null;
  /** The time at which a run last saw these bytes. */
  readonly checkedAt: string;
  readonly coveredDays: CoveredDays | null;
}

/** The outcomes of files whose rows count toward the records. */
export const COUNTED = ['published', 'set_aside'] as const;

export function isCounted({ outcome }: { readonly outcome: string }): boolean {
  return COUNTED.some((each) => each === outcome);
}

/** The rows of a file that are stored: all of them, or only those that newer files have not replaced. */
export type Extent = 'whole' | 'left';

/** The log at the start of a run. */
interface LogBefore {
  readonly lastRunId: number;
  readonly files: readonly LoggedFile[];
  readonly held: readonly HeldChangesTable[];
  /** The stored refused rows by file id, for files that cover a range of days. */
  readonly refused: ReadonlyMap<number, readonly string[]>;
  /** The number of stored rows per file. */
  readonly rows: readonly { readonly fileId: number; readonly extent: Extent; readonly rows: number }[];
}

interface LogChanges {
  /** True if the run deletes everything that was in the log before it. */
  readonly isCleared: boolean;
  readonly added: readonly LoggedFile[];
  readonly refused: readonly (RefusedRow & { readonly import_file_id: number })[];
  readonly changed: ReadonlyMap<number, Partial<LoggedFile>>;
  /** Held changes by slot. They replace the slot's earlier held changes. */
  readonly held: ReadonlyMap<string, readonly HeldChangesTable[]>;
  /** The stored rows to delete. The run may store new rows in their place. */
  readonly removedRows: readonly { readonly fileId: number; readonly extent: Extent }[];
}

const READINGS_MAX = 200;

/** The file log during one run. It is read once, changed in memory, and saved with the publication. */
export class FileLog {
  readonly lastRunId: number;
  readonly #files: Map<number, LoggedFile>;
  readonly #refused: Map<number, readonly string[]>;
  readonly #rows: Map<string, number>;
  #held: readonly HeldChangesTable[];
  #isCleared = false;
  readonly #added = new Set<number>();
  readonly #addedRefused: (RefusedRow & { readonly import_file_id: number })[] = [];
  readonly #changed = new Map<number, Partial<LoggedFile>>();
  readonly #heldSlots = new Set<string>();
  readonly #removedRows = new Map<string, { readonly fileId: number; readonly extent: Extent }>();

  constructor({ lastRunId, files, held, refused, rows }: LogBefore) {
    this.lastRunId = lastRunId;
    this.#files = new Map(files.map((file) => [file.id, file]));
    this.#held = held;
    this.#refused = new Map(refused);
    this.#rows = new Map(rows.map((each) => [keyOf(each.fileId, each.extent), each.rows]));
  }

  /** The id under which this run will be saved. */
  get runId(): number {
    return this.lastRunId + 1;
  }

  /** Lists the files whose rows count, oldest first. */
  listCounted(): PublishedFile[] {
    return [...this.#files.values()].filter(isCounted).map(toPublishedFile).sort(compareAge);
  }

  /** Lists the SHA-256 of every counted file in hexadecimal, sorted. */
  listCountedSha256(): string[] {
    return this.listCounted()
      .map(({ sha256 }) => sha256)
      .sort();
  }

  /** Lists the files that an operator withdrew, in the order in which they were withdrawn. */
  listWithdrawn(): (OperatorReason & { slot: string; kind: string; sha256: string; at: string })[] {
    return [...this.#files.values()]
      .filter(({ outcome }) => outcome === 'withdrawn')
      .sort((a, b) => (a.withdrawn_run_id ?? 0) - (b.withdrawn_run_id ?? 0) || a.id - b.id)
      .map(({ slot, kind, sha256, ...file }) => ({
        slot,
        kind,
        sha256,
        at: file.withdrawn_at ?? '',
        by: file.withdrawn_by ?? '',
        because: file.withdrawn_because ?? '',
      }));
  }

  /**
   * Lists readings of a slot's files that were refused since the given time, newest first. Returns at most
   * 200.
   */
  listRefusedReadings(slot: string, since: string): RefusedReading[] {
    return [...this.#files.values()]
      .filter((file) => file.slot === slot && file.outcome === 'held_back' && file.read_at > since)
      .sort((a, b) => b.id - a.id)
      .slice(0, READINGS_MAX)
      .map((file) => ({
        sha256: file.sha256,
        rowsRead: file.rows_read,
        readAt: file.read_at,
        findings: file.findings,
      }));
  }

  /** Lists the files with these bytes that are counted or withdrawn. */
  listSameBytes(sha256: string): LoggedFile[] {
    return [...this.#files.values()].filter(
      (file) => file.sha256 === sha256 && (isCounted(file) || file.outcome === 'withdrawn'),
    );
  }

  /**
   * Returns the time at which the regulator published these bytes; null if no earlier reading recorded it. A
   * local copy of a file does not carry this time.
   */
  findPublishedAt(sha256: string): string | null {
    const known = [...this.#files.values()].filter((file) => file.sha256 === sha256 && file.published_at);
    return known.sort((a, b) => a.id - b.id)[0]?.published_at ?? null;
  }

  /** Lists a slot's changes that are held until a second edition confirms them. */
  listHeldChanges(slot: string): HeldChangesTable[] {
    return this.#held.filter((each) => each.slot === slot);
  }

  /** Returns a file's stored refused rows. The list is empty unless the file covers a range of days. */
  listRefusedRows(fileId: number): readonly string[] {
    return this.#refused.get(fileId) ?? [];
  }

  /** Returns how many of a file's rows are stored. */
  countRows(fileId: number, extent: Extent): number {
    return this.#rows.get(keyOf(fileId, extent)) ?? 0;
  }

  /** Adds a file and returns its id. */
  add(file: Omit<LoggedFile, 'id' | 'run_id'>, refused: readonly RefusedRow[]): number {
    const id = Math.max(0, ...this.#files.keys()) + 1;
    this.#files.set(id, { id, run_id: this.runId, ...file });
    this.#added.add(id);
    for (const row of refused) this.#addedRefused.push({ import_file_id: id, ...row });
    return id;
  }

  change(fileId: number, change: Partial<LoggedFile>): void {
    const file = this.#files.get(fileId);
    if (!file) throw new Error(`no file has the number ${fileId}`);
    this.#files.set(fileId, { ...file, ...change });
    if (!this.#added.has(fileId)) this.#changed.set(fileId, { ...this.#changed.get(fileId), ...change });
  }

  /**
   * Replaces a slot's held changes with those from its newest edition. A change that was already held keeps
   * the time at which it was first held.
   */
  replaceHeldChanges(slot: string, held: readonly HeldChange[], now: string): void {
    const before = new Map(
      this.listHeldChanges(slot).map((row) => [`${row.row_key}\n${row.fact}`, row.since]),
    );
    const rows = held.map(({ key, fact }) => ({
      slot,
      row_key: key,
      fact,
      since: before.get(`${key}\n${fact}`) ?? now,
    }));
    this.#held = [...this.#held.filter((each) => each.slot !== slot), ...rows];
    this.#heldSlots.add(slot);
  }

  /** Records that the run replaced a file's stored rows. `rows` is the new number of rows. */
  replaceRows(fileId: number, extent: Extent, rows: number): void {
    const key = keyOf(fileId, extent);
    this.#rows.set(key, rows);
    this.#removedRows.set(key, { fileId, extent });
  }

  /** Removes every file from the log. Only called if the records are fictional. */
  clear(): void {
    this.#isCleared = true;
    this.#files.clear();
    this.#refused.clear();
    this.#rows.clear();
    this.#held = [];
  }

  get changes(): LogChanges {
    return {
      isCleared: this.#isCleared,
      added: [...this.#added].flatMap((id) => this.#files.get(id) ?? []),
      refused: this.#addedRefused,
      changed: this.#changed,
      held: new Map([...this.#heldSlots].map((slot) => [slot, this.listHeldChanges(slot)])),
      removedRows: [...this.#removedRows.values()],
    };
  }
}

function keyOf(fileId: number, extent: Extent): string {
  return `${fileId} ${extent}`;
}

/** The columns from which {@link toPublishedFile} builds a file. */
type CountedRow = Pick<
  LoggedFile,
  | 'id'
  | 'run_id'
  | 'name'
  | 'kind'
  | 'slot'
  | 'sha256'
  | 'outcome'
  | 'district'
  | 'file_date'
  | 'published_at'
  | 'read_at'
  | 'checked_at'
  | 'rows_read'
  | 'rows_kept'
  | 'rows_refused'
  | 'rows_stored'
  | 'replaced_at'
  | 'first_day'
  | 'last_day'
>;

export function toPublishedFile(row: CountedRow): PublishedFile {
  const { id, name, kind, slot, sha256, outcome, district, first_day: first, last_day: last } = row;
  return {
    id,
    runId: row.run_id,
    name,
    kind,
    slot,
    sha256,
    outcome,
    district,
    fileDate: row.file_date,
    publishedAt: row.published_at,
    readAt: row.read_at,
    checkedAt: row.checked_at,
    rowsRead: row.rows_read,
    rowsKept: row.rows_kept,
    rowsRefused: row.rows_refused,
    rowsStored: row.rows_stored === 1,
    replacedAt: row.replaced_at,
    coveredDays: first !== null && last !== null ? { first, last } : null,
  };
}
