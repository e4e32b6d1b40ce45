import type { IsoDate } from '../../lib/time/dates.ts';
import type {
  ApplicationRow,
  ClosureRow,
  LicenseRow,
  ObservationRow,
  ParsedFile,
  VisitRow,
} from './parsed-file.ts';

/**
 * Describes what a regulator's rows of one kind normally look like, and how a row may differ from the same
 * row in the previous edition. The checks themselves (intake/check) do not depend on the regulator.
 */
export interface FileProfile<Row> {
  /** The noun for one row, such as "license". */
  readonly noun: string;
  /** Returns a key that identifies the same row in every edition. */
  readonly keyOf: (row: Row) => string;
  /**
   * Flaws that a single row may have. If most rows in a file have the same flaw, its columns must be swapped,
   * shifted or blank.
   */
  readonly flaws: readonly Flaw<Row>[];
  /** The changes that may occur in a row on file. */
  readonly changes: readonly Change<Row>[];
  /**
   * The rules for rows that were in the previous edition and are now missing. Undefined if a new edition need
   * not repeat old rows.
   */
  readonly gone?: Gone;
  /** Returns true if a new row contradicts the rows on file. Undefined if rows of this kind cannot. */
  readonly contradicts?: (row: Row, onFile: OnFile<Row>) => boolean;
  /**
   * Returns a row's content without its key, or undefined if the content is too little to identify the row. A
   * new row with the same content as a missing row is most likely that row with a damaged key.
   */
  readonly identityOf?: (row: Row) => string | undefined;
  /**
   * Returns a value that several rows may have. It is used to find the rows that a new row may contradict.
   */
  readonly sharedBy?: (row: Row) => string;
  /** The maximum number of days between two editions that are compared. */
  readonly daysMax: number;
}

/** Facts about a file as a whole. */
export interface FileFacts {
  readonly district: number | null;
  readonly fileDate: IsoDate;
  readonly fiscalYear: string | null;
  /** The date whose state the file is assumed to show. */
  readonly stateOn: IsoDate;
}

export interface Flaw<Row> {
  readonly code: string;
  /** Completes the sentence "3 licenses …", for example with "have no licensee". */
  readonly says: string;
  readonly is: (row: Row, file: FileFacts, rows: readonly Row[]) => boolean;
  /** The file is refused if more than this share of its rows have the flaw. Half if undefined. */
  readonly refusedBeyond?: number;
  /**
   * Returns true for the opposite, which is true of most rows in a correct file. Undefined if most rows in a
   * correct file simply do not have the flaw.
   */
  readonly opposite?: (row: Row) => boolean;
  /**
   * True if swapped columns could assign the row to the wrong business or change how severe it is. A second
   * download cannot resolve that, but an operator can.
   */
  readonly needsOperator?: true;
  /**
   * True if no row in a correct file has the flaw. A new row with the flaw is left out until a second edition
   * confirms it.
   */
  readonly leavesOut?: true;
}

export interface Change<Row> {
  readonly code: string;
  /** Completes the sentence "3 licenses …", for example with "have another licensee". */
  readonly says: string;
  readonly is: (after: Row, before: Row, file: FileFacts) => boolean;
  /**
   * If defined, a change counts only if another row on file already had the new value that this function
   * returns.
   */
  readonly ofOthers?: (row: Row) => string;
  /** If more rows than this change in this way, the edition is held for a second look. */
  readonly usual: Usual;
  /**
   * If true, such changes are accepted immediately as long as their number is usual. Otherwise each one is
   * held, because it could favor a vendor or name a different business.
   */
  readonly isTakenAtOnce?: true;
  /**
   * The edition is refused if an unusual number of rows change and they are more than this share of the rows
   * on file. A twentieth if undefined.
   */
  readonly refusedBeyond?: number;
}

/**
 * The number of changed rows that is usual in an edition: `rows`, or `share` of the rows plus `sharePerDay`
 * for each day between the editions, whichever is more.
 */
export interface Usual {
  readonly rows: number;
  readonly share?: number;
  readonly sharePerDay?: number;
}

/** For changes that the regulator's editions never make to a row on file, so that even one is unusual. */
export const NEVER: Usual = { rows: 0 };
/** For changes that affect only a few rows per year. */
export const RARELY: Usual = { rows: 1, sharePerDay: 0.00005 };

interface Gone {
  readonly usual: Usual;
  /**
   * True if a missing row remains on file until it is missing from a second edition as well. Otherwise it is
   * removed immediately.
   */
  readonly stays: boolean;
}

/** The rows on file that a new row may contradict. */
interface OnFile<Row> {
  /**
   * Returns the rows, in the file and on record, with the same value of `sharedBy` as this row, including the
   * row itself.
   */
  readonly sharing: (row: Row) => readonly Row[];
  /**
   * Returns the names on record for a row's license, or an empty list if the row does not identify a license.
   */
  readonly names: (row: Row) => readonly string[];
}

/** The inspector's texts for one visit. */
export interface ObservedVisit {
  readonly visitId: number;
  readonly texts: readonly ObservationRow[];
}

/** The profiles for one regulator's files. */
export interface FileProfiles {
  readonly licenses: FileProfile<LicenseRow>;
  readonly inspections: FileProfile<VisitRow>;
  readonly closures: FileProfile<ClosureRow>;
  readonly applications: FileProfile<ApplicationRow>;
  readonly observations: FileProfile<ObservedVisit>;
  /** Returns evidence that the end of a first edition is missing, or undefined if there is none. */
  readonly missingEnd: (file: ParsedFile) => { readonly code: string; readonly text: string } | undefined;
  /**
   * Returns the enforcement actions that should occur in a large file but do not, or undefined if none are
   * missing.
   */
  readonly missingMeasures: (
    file: ParsedFile,
  ) => { readonly code: string; readonly text: string } | undefined;
  /** Returns the code of the county that issued a license number. */
  readonly countyOf: (digits: string) => string | undefined;
  /** The codes of warnings about values that were repaired without loss. */
  readonly repairs: ReadonlySet<string>;
  /**
   * The meaning of warning codes, as words that complete "3 of 188 caterers …". A code without an entry is
   * displayed unchanged.
   */
  readonly warningTexts: Readonly<Record<string, string>>;
}
