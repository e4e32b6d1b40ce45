import type { Generated } from 'kysely';

/** The regulator's files, the rows in them, and the findings about them. */

/** intake: one row for each run. */
export interface ImportRunsTable {
  id: number;
  started_at: string;
  finished_at: string;
  as_of: string;
  /** published | unchanged | failed */
  outcome: string;
  summary: string;
}

/** intake: one row for each file that a run read, rejected or recognized. */
export interface ImportFilesTable {
  id: number;
  run_id: number;
  name: string;
  /**
   * licenses | inspections | closures | new_licenses | ownership_changes | final_orders | observations |
   * unknown
   */
  kind: string;
  /** The content of the file, e.g. `inspections:6:2017-18`. The newest published file in a slot is in use. */
  slot: string;
  sha256: string;
  bytes: number;
  district: number | null;
  /** The newest date for which the file has enough rows. */
  file_date: string | null;
  /** When the regulator published the file, if the source shows this. */
  published_at: string | null;
  rows_read: number;
  rows_kept: number;
  rows_other: number;
  rows_refused: number;
  refusals: string;
  warnings: string;
  /**
   * published | set_aside | held_back | withdrawn. Only the rows of files in the first two states are used.
   */
  outcome: string;
  reason: string | null;
  read_at: string;
  /** When a run last saw the identical file. */
  checked_at: string;
  /**
   * For inspections, the first date in the file's rows, for any license type. For final orders, the first
   * date of the file's month. `last_day` is the last such date.
   */
  first_day: Generated<string | null>;
  last_day: Generated<string | null>;
  /** 1 while all of the file's rows are stored; 0 once only the rows that newer files lack remain. */
  rows_stored: Generated<number>;
  /**
   * When a newer file replaced this one. From then on, a publication reads only the rows that the newer files
   * lack. Null if all rows are read.
   */
  replaced_at: Generated<string | null>;
  /**
   * The operator who accepted the file even though it is outside a bound, or after it was withdrawn.
   */
  accepted_by: Generated<string | null>;
  accepted_because: Generated<string | null>;
  withdrawn_at: Generated<string | null>;
  withdrawn_by: Generated<string | null>;
  withdrawn_because: Generated<string | null>;
  withdrawn_run_id: Generated<number | null>;
  /**
   * What the checks found: doubts about a published file, or the reasons for rejecting a file. JSON text,
   * `[{"code", "text"}]`.
   */
  findings: Generated<string>;
}

/** intake: changes in a slot's newest file that are held until a second edition confirms them. */
export interface HeldChangesTable {
  slot: string;
  row_key: string;
  /** A hash of the edition's content, or "gone". */
  fact: string;
  /** When the first edition with this change was read. */
  since: string;
}

/**
 * intake: rejected rows with the reasons, up to a maximum number for each file. Only what is needed to find a
 * row in the file is stored.
 */
interface RefusedRowsTable {
  import_file_id: number;
  line: number;
  reason: string;
  content: string;
}

/** intake: each file that the source has or should have, and the outcome of the last request for the file. */
export interface SourceFilesTable {
  name: string;
  url: string;
  etag: string | null;
  last_modified: string | null;
  sha256: string | null;
  checked_at: string;
  outcome: string;
  reason: string | null;
  /** The kind of file that the plan expects under this name; null for files from a folder. */
  kind: string | null;
  district: number | null;
  /**
   * The fiscal year, week, month or year that the file covers; null for a file that is replaced regularly.
   */
  period: string | null;
  /** The number of consecutive requests for which the site did not have the file. */
  misses: number;
}

/**
 * intake: the packed rows of a file. If `is_whole` is 1, these are all of its rows. If it is 0, these are the
 * rows that newer files in the slot lack; after a replacement, a publication reads only these.
 */
interface FileRowsTable {
  file_id: number;
  is_whole: number;
  part: number;
  rows: number;
  bytes: Uint8Array;
}

export interface RegulatorTables {
  import_runs: ImportRunsTable;
  import_files: ImportFilesTable;
  held_changes: HeldChangesTable;
  refused_rows: RefusedRowsTable;
  source_files: SourceFilesTable;
  file_rows: FileRowsTable;
}
