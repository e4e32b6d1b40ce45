import type { Generated } from 'kysely';

/** Tables of data that can be rebuilt from the regulator's files. */

/** publication: the one row (id 1) that says which snapshot is served now. */
export interface PublishedStateTable {
  id: number;
  /** Grows by one with every publication that changed anything. */
  version: number;
  as_of: string;
  /** 1 while an operator's as-of day is kept. */
  as_of_chosen: number;
  fictional: number;
  /** Format of the stored bodies; if it differs from the code's, records are published again. */
  record_format: number;
  /** A hash of the code that made the records. */
  made_by: string;
  /** The name of the snapshot file; '' if an earlier version published, which had none. */
  snapshot: string;
  /** SHA-256 of that file, hexadecimal. */
  snapshot_sha256: string;
}

/** regulator */
export interface ImportRunsTable {
  id: number;
  started_at: string;
  finished_at: string;
  as_of: string;
  /** published | unchanged | failed */
  outcome: string;
  summary: string;
}

/** regulator: one row for each file of each run that read, refused or recognized it. */
export interface ImportFilesTable {
  id: number;
  run_id: number;
  name: string;
  /** licenses | inspections | closures | new_licenses | ownership_changes | final_orders | observations | unknown */
  kind: string;
  /** What the file contains, e.g. `inspections:6:2017-18`; the newest published file of a slot is in use. */
  slot: string;
  sha256: string;
  bytes: number;
  district: number | null;
  /** The newest day that enough of its rows reach. */
  file_date: string | null;
  /** When the regulator published it, if the source says so. */
  published_at: string | null;
  rows_read: number;
  rows_kept: number;
  rows_other: number;
  rows_refused: number;
  refusals: string;
  warnings: string;
  /** published | set_aside | held_back | withdrawn; rows of the first two count. */
  outcome: string;
  reason: string | null;
  read_at: string;
  /** When a run last saw the identical file again. */
  checked_at: string;
  /** Inspections: the first and the last day of its rows, of any license type. Final orders: of its month. */
  first_day: Generated<string | null>;
  last_day: Generated<string | null>;
  /** 1 while all of its rows are stored; 0 once only those are that newer files do not say. */
  rows_stored: Generated<number>;
  /** When a newer file replaced it, so that a publication reads what is left of it; null for one that is read as it was. */
  replaced_at: Generated<string | null>;
  /** The operator who released it from a bound that it breaks, or took it in again after its withdrawal. */
  accepted_by: Generated<string | null>;
  accepted_because: Generated<string | null>;
  withdrawn_at: Generated<string | null>;
  withdrawn_by: Generated<string | null>;
  withdrawn_because: Generated<string | null>;
  withdrawn_run_id: Generated<number | null>;
  /** What checks found: the doubts of a published file, the reasons of a refused one; JSON text, `[{"code", "text"}]`. */
  findings: Generated<string>;
}

/** regulator: changes of a slot's newest file that wait for a second edition to agree. */
export interface HeldChangesTable {
  slot: string;
  row_key: string;
  /** A hash of what the edition says, or "gone". */
  fact: string;
  /** When an edition said so first. */
  since: string;
}

/** regulator: which rows were refused and why, bounded for each file; of a row only what finds it again. */
interface RefusedRowsTable {
  import_file_id: number;
  line: number;
  reason: string;
  content: string;
}

/** regulator: each file that the source has or should have, and how the last request for it went. */
export interface SourceFilesTable {
  name: string;
  url: string;
  etag: string | null;
  last_modified: string | null;
  sha256: string | null;
  checked_at: string;
  outcome: string;
  reason: string | null;
  /** What the plan expects under the name; null for files of a folder. */
  kind: string | null;
  district: number | null;
  /** The fiscal year, week, month or year that it is about; null for a file that is renewed. */
  period: string | null;
  /** How often in a row the site did not have it. */
  misses: number;
}

/**
 * regulator: the rows of a file that counts, packed. `is_whole` 1: as the file had them. 0: what is left of them that newer files of
 * its slot do not say, which a publication reads instead.
 */
interface FileRowsTable {
  file_id: number;
  is_whole: number;
  part: number;
  rows: number;
  bytes: Uint8Array;
}

/** What a version before 0020 published; read once, to compare with the first snapshot. */
interface EarlierVendorsTable {
  id: string;
  license_type: string;
  digits: string;
}

/** The same. */
interface EarlierRecordsTable {
  vendor_id: string;
  scorecard: string;
  facts: string;
  sha256: string;
  verdict: string;
}

/** platform/db: a part of a snapshot file, compressed, for processes on other machines. */
interface SnapshotPartsTable {
  version: number;
  snapshot: string;
  part: number;
  bytes: Uint8Array;
}

/**
 * changes: a publication that changed records, with the highest number of its changes. The first row is the base: its changes,
 * and all before, are not kept.
 */
export interface ChangePublicationsTable {
  last_number: number;
  version: number;
  /** Random, so that a cursor is known to be of this database and of this publication. */
  mark: string;
  as_of: string;
  data_as_of: string;
  published_at: string;
}

/** changes: what one publication changed about one vendor. Numbers have no gaps, in the order of commits. */
export interface RecordChangesTable {
  number: number;
  version: number;
  vendor_id: string;
  /** `type:digits` */
  license_key: string;
  license_number: string;
  name: string;
  /** JSON text. */
  changes: string;
}

/** platform: which process may do a piece of scheduled work, and until when. */
interface LeasesTable {
  name: string;
  holder: string;
  expires_at: string;
}

/**
 * Every table of the registry and its columns, as both engines store them. Days and instants are ISO 8601 text, flags are
 * 0/1, and documents are JSON text: the subset that SQLite and PostgreSQL share. The feature named beside a table is the only
 * one that writes it.
 */
export interface RegistrySchema {
  published_state: PublishedStateTable;
  import_runs: ImportRunsTable;
  import_files: ImportFilesTable;
  held_changes: HeldChangesTable;
  refused_rows: RefusedRowsTable;
  source_files: SourceFilesTable;
  file_rows: FileRowsTable;
  vendors: EarlierVendorsTable;
  vendor_records: EarlierRecordsTable;
  snapshot_parts: SnapshotPartsTable;
  change_publications: ChangePublicationsTable;
  record_changes: RecordChangesTable;
  leases: LeasesTable;
}
