import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ensureFolderForOwner } from '../../platform/files/owner-only.ts';
import type { CoveredDays } from '../../regulator/source/file-date.ts';
import type { ApplicationRow, FileRecords } from '../../regulator/source/parsed-file.ts';
import { readApplications, readRows, type StagedRows } from './build-rows-store.ts';
import { type EarlierRows, earlierRows } from './earlier-rows-store.ts';
import { deleteOlder, deleteReplaced, hasRowsInForce } from './in-force-store.ts';
import type { LicenseChangeCount } from './license-changes.ts';
import { countLicenseChanges, noteLicenses } from './license-changes-store.ts';
import { type RowTable, rowsToKeep, tableOf } from './staged-rows.ts';
import {
  countRowsByFile,
  createIndexes,
  createTables,
  deleteFile,
  deleteRows,
  insertFile,
  insertPart,
  insertRows,
  orderFiles,
  type PackedPart,
  packRowsOfFile,
  readPacked,
} from './staging-store.ts';

export type { StagedLicense, StagedRows } from './build-rows-store.ts';
export type { EarlierRows } from './earlier-rows-store.ts';
export type { PackedPart } from './staging-store.ts';

/**
 * What is known about a file's refused rows. `isWhole` is false if some refused rows were not stored or do
 * not show which rows they are.
 */
interface RefusedVisits {
  readonly visitIds: ReadonlySet<number>;
  /**
   * The digits of licenses in damaged rows. A truncated row has lost its visit id, which is the last column.
   */
  readonly licenses: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/** A file whose rows count toward the records. */
interface StagedFile {
  readonly id: number;
  readonly kind: string;
  readonly slot: string;
  readonly district: number | null;
  readonly fileDate: string | null;
  /**
   * The days on which this file replaces every row from older files in its slot. Null for kinds other than
   * inspections and final orders.
   */
  readonly coveredDays: CoveredDays | null;
  readonly rowsRefused: number;
  /** The file's refused rows that are stored. */
  readonly refusedRows: readonly string[];
}

/**
 * The rows of all counted files, in a temporary SQLite database. New files are compared with it and added to
 * it, and a snapshot is built from it. SQLite does the sorting, so the rows are never all in memory.
 */
export class Staging {
  /** A separate folder for the publication's other files. */
  readonly folder: string;
  readonly #sqlite: DatabaseSync;
  readonly #kinds = new Map<number, string>();
  #isIndexed = false;
  #isReplacedDeleted = false;

  /** Creates the database in a new folder inside the snapshot folder, `folder`. */
  constructor(folder: string) {
    ensureFolderForOwner(folder);
    this.folder = mkdtempSync(path.join(folder, 'unfinished-'));
    this.#sqlite = createTables(path.join(this.folder, 'staging.sqlite'));
  }

  /** Closes the database and deletes its folder. */
  close(): void {
    this.#sqlite.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Adds a file, initially without rows and as the newest of all. */
  addFile({ id, kind, slot, district, fileDate, coveredDays, rowsRefused, refusedRows }: StagedFile): void {
    const read = kind === 'final_orders' ? refusedOrders : refusedVisits;
    const refused = read(refusedRows, rowsRefused);
    const file = {
      id,
      kind,
      slot,
      district: district ?? 0,
      fileDate,
      firstDay: coveredDays?.first ?? null,
      lastDay: coveredDays?.last ?? null,
      isPlain: refused.isWhole,
    };
    insertFile(this.#sqlite, file, refused);
    this.#kinds.set(id, kind);
  }

  /** Sorts the files by age, oldest first. */
  orderFiles(ids: readonly number[]): void {
    orderFiles(this.#sqlite, ids);
  }

  /** Adds one part of a file's packed rows. */
  addPart(fileId: number, bytes: Uint8Array): void {
    insertPart(this.#sqlite, this.#tableOf(fileId), fileId, bytes);
  }

  /**
   * Adds the rows of a file that was just read. If several rows identify the same thing, the last one counts.
   */
  addRows(fileId: number, records: FileRecords): void {
    this.#makeIndexes();
    insertRows(this.#sqlite, this.#tableOf(fileId), fileId, rowsToKeep(records));
  }

  /** Packs a file's current rows and replaces any that were packed before. Returns the number of rows. */
  packRows(fileId: number, extent: 'whole' | 'left'): number {
    return packRowsOfFile(this.#sqlite, this.#tableOf(fileId), fileId, Number(extent === 'whole'));
  }

  /** Reads the packed rows. */
  readPacked(): Iterable<PackedPart> {
    return readPacked(this.#sqlite);
  }

  removeRows(fileId: number): void {
    this.#makeIndexes();
    deleteRows(this.#sqlite, this.#tableOf(fileId), fileId);
  }

  removeFile(fileId: number): void {
    this.removeRows(fileId);
    deleteFile(this.#sqlite, fileId);
    this.#kinds.delete(fileId);
  }

  /** Returns true if any row of the file is in force. */
  hasRowsInForce(fileId: number): boolean {
    this.#makeIndexes();
    return hasRowsInForce(this.#sqlite, this.#tableOf(fileId), fileId);
  }

  /**
   * Deletes the rows that could come back only if a newer file is withdrawn. Returns the number of rows that
   * remain for each file.
   */
  deleteReplaced(): ReadonlyMap<number, number> {
    this.#makeIndexes();
    if (!this.#isReplacedDeleted) deleteReplaced(this.#sqlite);
    this.#isReplacedDeleted = true;
    return countRowsByFile(this.#sqlite);
  }

  /**
   * Deletes the rows that are not in force, so that records are built from the others. License rows are kept
   * because of their names.
   */
  keepRowsInForce(): void {
    this.deleteReplaced();
    deleteOlder(this.#sqlite);
  }

  /** Reads the remaining rows of one license type. */
  readRows(licenseType: string): StagedRows {
    return readRows(this.#sqlite, licenseType);
  }

  readApplications(): Iterable<ApplicationRow> {
    return readApplications(this.#sqlite);
  }

  /** Saves the licenses on file, before a run changes them. */
  noteLicenses(): void {
    this.#makeIndexes();
    noteLicenses(this.#sqlite);
  }

  /** Counts the run's license changes since {@link noteLicenses} was called. */
  countLicenseChanges(): LicenseChangeCount {
    return countLicenseChanges(this.#sqlite);
  }

  /** The rows in force, which a new file is compared with. */
  get earlier(): EarlierRows {
    this.#makeIndexes();
    return earlierRows(this.#sqlite);
  }

  #tableOf(fileId: number): RowTable {
    const table = tableOf(this.#kinds.get(fileId) ?? '');
    if (!table) throw new Error(`file ${fileId} has no rows that count`);
    return table;
  }

  /** Creates all indexes in one step, after the current rows are inserted. */
  #makeIndexes(): void {
    if (!this.#isIndexed) createIndexes(this.#sqlite);
    this.#isIndexed = true;
  }
}

/**
 * Returns the visits that may be among an inspection file's refused rows. Their absence does not prove that
 * the regulator removed them. If a refused row shows neither a visit nor a license, the file does not prove
 * any removal.
 */
export function refusedVisits(contents: readonly string[], rowsRefused: number): RefusedVisits {
  const each = contents.map(numbersOf);
  const numbers = each.flatMap(({ numbers: found }) => found);
  return {
    visitIds: new Set(numbers.map(Number)),
    licenses: new Set(each.flatMap((row) => (row.isDamaged ? row.numbers : []))),
    isWhole: contents.length === rowsRefused && each.every(({ numbers: found }) => found.length > 0),
  };
}

/**
 * Returns the licenses whose orders may be among a file's refused rows. If a refused row shows no license,
 * the file does not prove the removal of any order.
 */
export function refusedOrders(contents: readonly string[], rowsRefused: number): RefusedVisits {
  const licenses = contents.map((content) => /"license number":"[A-Z]*(\d{7})"/.exec(content)?.[1]);
  const known = licenses.filter((digits) => digits !== undefined);
  return {
    visitIds: new Set(),
    licenses: new Set(known),
    isWhole: contents.length === rowsRefused && known.length === licenses.length,
  };
}

/**
 * Returns the visit id from a stored refused row, or all numbers from a row that could not be split into
 * columns.
 */
function numbersOf(content: string): { readonly isDamaged: boolean; readonly numbers: readonly string[] } {
  const kept: unknown = content.startsWith('{') ? JSON.parse(content) : {};
  if (typeof kept !== 'object' || kept === null) return { isDamaged: true, numbers: [] };
  const [visitId, numbers]: unknown[] = [Reflect.get(kept, 'visit id'), Reflect.get(kept, 'numbers')];
  const texts: unknown[] = Array.isArray(numbers) ? numbers : [visitId];
  const isNumber = (text: unknown) => typeof text === 'string' && /^\d{1,15}$/.test(text);
  return { isDamaged: Array.isArray(numbers), numbers: texts.filter(isNumber).map(String) };
}
