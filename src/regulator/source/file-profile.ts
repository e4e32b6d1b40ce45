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
 * The normal form of one regulator's rows of a kind, and how a row may differ from the same row of the
 * previous edition. The checks themselves (intake/check) know no regulator.
 */
export interface FileProfile<Row> {
  /** The noun for one row: "license". */
  readonly noun: string;
  /** Identifies the same row in every edition. */
  readonly keyOf: (row: Row) => string;
  /** If most rows of a file have one of these, its columns are swapped, shifted or blank. */
  readonly flaws: readonly Flaw<Row>[];
  /** Changes of a row that is on file. */
  readonly changes: readonly Change<Row>[];
  /** Rows of the previous edition that are missing; undefined if an edition need not repeat them. */
  readonly gone?: Gone;
  /** Returns true if a new row contradicts the record; undefined if a row cannot. */
  readonly contradicts?: (row: Row, onFile: OnFile<Row>) => boolean;
  /**
   * Returns the content of a row apart from its key. A new row with the content of a missing row is most
   * likely that row with a damaged key. Undefined for a row with too little content.
   */
  readonly identityOf?: (row: Row) => string | undefined;
  /** A value that two rows may share, to find the rows that a new one may contradict. */
  readonly sharedBy?: (row: Row) => string;
  /** Two editions further apart (in days) are not compared. */
  readonly daysMax: number;
}

/** Facts about a file as a whole. */
export interface FileFacts {
  readonly district: number | null;
  readonly fileDate: IsoDate;
  readonly fiscalYear: string | null;
  /** The day whose state the file is assumed to show. */
  readonly stateOn: IsoDate;
}

export interface Flaw<Row> {
  readonly code: string;
  /** Completes "3 licenses …": "have no licensee". */
  readonly says: string;
  readonly is: (row: Row, file: FileFacts, rows: readonly Row[]) => boolean;
  /** The file is refused if more than this share of the rows have it; half if undefined. */
  readonly refusedBeyond?: number;
  /**
   * The opposite, which most rows of a correct file have. Without one, most rows of a correct file simply do
   * not have the flaw.
   */
  readonly opposite?: (row: Row) => boolean;
  /**
   * Swapped columns decide whose row it is, or how severe it is. A second download cannot resolve that; an
   * operator can.
   */
  readonly needsOperator?: true;
  /** No row of a correct file has it. A new row with it is left out until a second edition agrees. */
  readonly leavesOut?: true;
}

export interface Change<Row> {
  readonly code: string;
  /** Completes "3 licenses …": "have another licensee". */
  readonly says: string;
  readonly is: (after: Row, before: Row, file: FileFacts) => boolean;
  /** Only counts if another row on file had this value before. */
  readonly ofOthers?: (row: Row) => string;
  /** The edition is in doubt if more of its rows change in this way. */
  readonly usual: Usual;
  /**
   * A usual number of such changes is accepted at once. Without this flag each one waits, because it could
   * favor a vendor or name a different business.
   */
  readonly isTakenAtOnce?: true;
  /**
   * The edition is refused if more than this share of the rows on file change unusually; a twentieth if
   * undefined.
   */
  readonly refusedBeyond?: number;
}

/**
 * The usual number of changed rows in an edition: this many rows, or this share plus this share for each day
 * between the editions.
 */
export interface Usual {
  readonly rows: number;
  readonly share?: number;
  readonly sharePerDay?: number;
}

/** For changes that the regulator's editions never make to a row on file. Even one is unusual. */
export const NEVER: Usual = { rows: 0 };
/** For changes that happen to one row, and to a few in a year. */
export const RARELY: Usual = { rows: 1, sharePerDay: 0.00005 };

interface Gone {
  readonly usual: Usual;
  /**
   * True if a missing row stays on file until a second edition lacks it, too. Otherwise it leaves at once.
   */
  readonly stays: boolean;
}

/** The rows that a new row may contradict. */
interface OnFile<Row> {
  /**
   * Returns the rows in the file and on record with the same value of `sharedBy`, including the row itself.
   */
  readonly sharing: (row: Row) => readonly Row[];
  /** Returns the names on record for the license of a row; empty if the row does not identify a license. */
  readonly names: (row: Row) => readonly string[];
}

/** The inspector's texts about one visit. */
export interface ObservedVisit {
  readonly visitId: number;
  readonly texts: readonly ObservationRow[];
}

/** The profiles of one regulator's files. */
export interface FileProfiles {
  readonly licenses: FileProfile<LicenseRow>;
  readonly inspections: FileProfile<VisitRow>;
  readonly closures: FileProfile<ClosureRow>;
  readonly applications: FileProfile<ApplicationRow>;
  readonly observations: FileProfile<ObservedVisit>;
  /** Returns the evidence that the end of a first edition is missing, if there is any. */
  readonly missingEnd: (file: ParsedFile) => { readonly code: string; readonly text: string } | undefined;
  /** Returns the enforcement actions that a large file should have and lacks, if any. */
  readonly missingMeasures: (
    file: ParsedFile,
  ) => { readonly code: string; readonly text: string } | undefined;
  /** The code of the county that issued a license number. */
  readonly countyOf: (digits: string) => string | undefined;
  /** Warnings of the reader that repair a value and lose nothing. */
  readonly repairs: ReadonlySet<string>;
  /**
   * The meaning of the reader's warnings, to complete "3 of 188 caterers …". A code without an entry is shown
   * as it is.
   */
  readonly warningTexts: Readonly<Record<string, string>>;
}
