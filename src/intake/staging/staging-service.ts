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
import { refusedOrders, refusedVisits } from './refused-visits.ts';
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

/** A file whose rows count. */
export interface StagedFile {
  readonly id: number;
  readonly kind: string;
  readonly slot: string;
  readonly district: number | null;
  readonly fileDate: string | null;
  /** Inspections and final orders: a newer file of the slot speaks for every row between these days. Null elsewhere. */
  readonly coveredDays: CoveredDays | null;
  readonly rowsRefused: number;
  /** What is kept of its refused rows. */
  readonly refusedRows: readonly string[];
}

/**
 * The rows of all files that count, in a SQLite database that is deleted afterwards. New files are compared with it and added to it, and
 * a snapshot is built from it. SQLite does the sorting, so they are never all in memory.
 */
export class Staging {
  /** A folder of its own, for what the publication makes besides. */
  readonly folder: string;
  readonly #sqlite: DatabaseSync;
  readonly #kinds = new Map<number, string>();
  #isIndexed = false;
  #isReplacedDeleted = false;

  /** `folder` is where snapshots are; the database is in a folder of its own there. */
  constructor(folder: string) {
    ensureFolderForOwner(folder);
    this.folder = mkdtempSync(path.join(folder, 'unfinished-'));
    this.#sqlite = createTables(path.join(this.folder, 'staging.sqlite'));
  }

  /** Deletes it all. */
  close(): void {
    this.#sqlite.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Adds a file, for now without rows and as the newest of all. */
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

  /** Puts the files in the order of their age, the oldest first. */
  orderFiles(ids: readonly number[]): void {
    orderFiles(this.#sqlite, ids);
  }

  /** Adds rows of a file that were packed before. */
  addPart(fileId: number, bytes: Uint8Array): void {
    insertPart(this.#sqlite, this.#tableOf(fileId), fileId, bytes);
  }

  /** Adds the rows of a file that was read. Of several that name the same thing the last one counts. */
  addRows(fileId: number, records: FileRecords): void {
    this.#makeIndexes();
    insertRows(this.#sqlite, this.#tableOf(fileId), fileId, rowsToKeep(records));
  }

  /** Packs the rows of a file that are there, in place of those packed before. Returns how many they are. */
  packRows(fileId: number, extent: 'whole' | 'left'): number {
    return packRowsOfFile(this.#sqlite, this.#tableOf(fileId), fileId, Number(extent === 'whole'));
  }

  /** Reads the rows that were packed. */
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

  /** Whether any row of the file is in force. */
  hasRowsInForce(fileId: number): boolean {
    this.#makeIndexes();
    return hasRowsInForce(this.#sqlite, this.#tableOf(fileId), fileId);
  }

  /** Deletes the rows that only the withdrawal of a newer file could bring back. Returns how many rows of each file are left. */
  deleteReplaced(): ReadonlyMap<number, number> {
    this.#makeIndexes();
    if (!this.#isReplacedDeleted) deleteReplaced(this.#sqlite);
    this.#isReplacedDeleted = true;
    return countRowsByFile(this.#sqlite);
  }

  /** Deletes the rows that are not in force: what is left is what records are made from. License rows stay, for their names. */
  keepRowsInForce(): void {
    this.deleteReplaced();
    deleteOlder(this.#sqlite);
  }

  /** Reads what is left of one license type. */
  readRows(licenseType: string): StagedRows {
    return readRows(this.#sqlite, licenseType);
  }

  readApplications(): Iterable<ApplicationRow> {
    return readApplications(this.#sqlite);
  }

  /** Notes the licenses on file, before a run changes them. */
  noteLicenses(): void {
    this.#makeIndexes();
    noteLicenses(this.#sqlite);
  }

  /** Counts what the run changed since then. */
  countLicenseChanges(): LicenseChangeCount {
    return countLicenseChanges(this.#sqlite);
  }

  /** The rows in force that a new file is compared with. */
  get earlier(): EarlierRows {
    this.#makeIndexes();
    return earlierRows(this.#sqlite);
  }

  #tableOf(fileId: number): RowTable {
    const table = tableOf(this.#kinds.get(fileId) ?? '');
    if (!table) throw new Error(`file ${fileId} has no rows that count`);
    return table;
  }

  /** Indexes are made at once over the rows that are there. */
  #makeIndexes(): void {
    if (!this.#isIndexed) createIndexes(this.#sqlite);
    this.#isIndexed = true;
  }
}
