import type { Generated } from 'kysely';

/** The regulator's files, the findings about them, and their rows. */

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
  /** licenses | inspections | closures | new_licenses | ownership_changes | final_orders | observations | unknown */
  kind: string;
  /** The content of the file, e.g. `inspections:6:2017-18`; the newest published file of a slot is in use. */
  slot: string;
  sha256: string;
  bytes: number;
  district: number | null;
  /** The newest day for which the file has enough rows. */
  file_date: string | null;
  /** The time when the regulator published it, if the source includes it. */
  published_at: string | null;
  rows_read: number;
  rows_kept: number;
  rows_other: number;
  rows_refused: number;
  refusals: string;
  warnings: string;
  /** published | set_aside | held_back | withdrawn; rows are used only for the first two. */
  outcome: string;
  reason: string | null;
  read_at: string;
  /** The time when a run last saw the identical file. */
  checked_at: string;
  /**
   * Inspections: the first and last day of its rows, for any license type. Final orders: the first and last
   * day of its month.
   */
  first_day: Generated<string | null>;
  last_day: Generated<string | null>;
  /** 1 while all of its rows are stored; 0 once only the rows that newer files lack are left. */
  rows_stored: Generated<number>;
  /**
   * The time when a newer file replaced it, so that a publication only reads the rows that are left; null if
   * all rows are read.
   */
  replaced_at: Generated<string | null>;
  /**
   * The operator who accepted it although it is outside a bound, or accepted it again after its withdrawal.
   */
  accepted_by: Generated<string | null>;
  accepted_because: Generated<string | null>;
  withdrawn_at: Generated<string | null>;
  withdrawn_by: Generated<string | null>;
  withdrawn_because: Generated<string | null>;
  withdrawn_run_id: Generated<number | null>;
  /**
   * The findings of the checks: the doubts about a published file, or the reasons for refusing one; JSON
   * text, `[{"code", "text"}]`.
   */
  findings: Generated<string>;
}

/** intake: changes in a slot's newest file that wait until a second edition confirms them. */
export interface HeldChangesTable {
  slot: string;
  row_key: string;
  /** A hash of the edition's content, or "gone". */
  fact: string;
  /** The time of the first edition with this change. */
  since: string;
}

/**
 * intake: the rejected rows and the reasons, limited for each file. Only what is needed to find a row again
 * is stored.
 */
interface RefusedRowsTable {
  import_file_id: number;
  line: number;
  reason: string;
  content: string;
}

/** intake: each file that the source has or should have, and the outcome of its last request. */
export interface SourceFilesTable {
  name: string;
  url: string;
  etag: string | null;
  last_modified: string | null;
  sha256: string | null;
  checked_at: string;
  outcome: string;
  reason: string | null;
  /** The kind that the plan expects under the name; null for files of a folder. */
  kind: string | null;
  district: number | null;
  /** The fiscal year, week, month or year of its content; null for a file that is replaced regularly. */
  period: string | null;
  /** The number of consecutive requests for which the site did not have it. */
  misses: number;
}

/**
 * intake: the rows of a file that count, packed. `is_whole` 1: all rows of the file. 0: the rows that newer
 * files of its slot lack, which a publication reads instead.
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
