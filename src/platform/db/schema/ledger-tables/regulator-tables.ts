import type { Generated } from 'kysely';

/** Which files of the regulator came, what was found about them, and their rows. */

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

/** intake: one row for each file of each run that read, refused or recognized it. */
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

/** intake: changes of a slot's newest file that wait for a second edition to agree. */
export interface HeldChangesTable {
  slot: string;
  row_key: string;
  /** A hash of what the edition says, or "gone". */
  fact: string;
  /** When an edition said so first. */
  since: string;
}

/** intake: which rows were refused and why, bounded for each file; of a row only what finds it again. */
interface RefusedRowsTable {
  import_file_id: number;
  line: number;
  reason: string;
  content: string;
}

/** intake: each file that the source has or should have, and how the last request for it went. */
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
 * intake: the rows of a file that counts, packed. `is_whole` 1: as the file had them. 0: what is left of them that newer files of
 * its slot do not say, which a publication reads instead.
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
