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
 * What one regulator's rows of a kind look like when columns are in place, and how a row may differ from the same row of the
 * edition before. The checks themselves (intake/check) know no regulator.
 */
export interface FileProfile<Row> {
  /** What one row is: "license". */
  readonly noun: string;
  /** Names the same thing in every edition. */
  readonly keyOf: (row: Row) => string;
  /** If most rows of a file have one of these, its columns are exchanged, shifted or blank. */
  readonly flaws: readonly Flaw<Row>[];
  /** Changes of a row that is on file. */
  readonly changes: readonly Change<Row>[];
  /** Rows of the edition before that are missing; undefined if an edition need not repeat them. */
  readonly gone?: Gone;
  /** Whether a new row contradicts what is on file; undefined if it cannot. */
  readonly contradicts?: (row: Row, onFile: OnFile<Row>) => boolean;
  /**
   * What a row says apart from its key. A new row that says what a missing row said is most likely that row with a damaged key.
   * Undefined for a row that says too little.
   */
  readonly identityOf?: (row: Row) => string | undefined;
  /** A value that two rows may share, to find the rows that a new one may contradict. */
  readonly sharedBy?: (row: Row) => string;
  /** Two editions further apart (in days) are not compared. */
  readonly daysMax: number;
}

/** What a file says of itself as a whole. */
export interface FileFacts {
  readonly district: number | null;
  readonly fileDate: IsoDate;
  readonly fiscalYear: string | null;
  /** The day on which the file is taken to show the state of things. */
  readonly stateOn: IsoDate;
}

export interface Flaw<Row> {
  readonly code: string;
  /** Completes "3 licenses …": "have no licensee". */
  readonly says: string;
  readonly is: (row: Row, file: FileFacts, rows: readonly Row[]) => boolean;
  /** If more than this share of the rows have it, the file is refused; half if it is undefined. */
  readonly refusedBeyond?: number;
  /** The opposite, which more rows of a sound file have; without one, most rows of a sound file do not have the flaw. */
  readonly opposite?: (row: Row) => boolean;
  /** Columns that say whose a row is, or how grave, are exchanged: no second download settles that, an operator does. */
  readonly needsOperator?: true;
  /** No row of a sound file has it: a new row that has it is left out until a second edition agrees. */
  readonly leavesOut?: true;
}

export interface Change<Row> {
  readonly code: string;
  /** Completes "3 licenses …": "have another licensee". */
  readonly says: string;
  readonly is: (after: Row, before: Row, file: FileFacts) => boolean;
  /** Only a value that another row on file had before counts. */
  readonly ofOthers?: (row: Row) => string;
  /** If more rows of an edition change so, it is in doubt. */
  readonly usual: Usual;
  /** A usual number of such changes is taken at once. Without it each waits: it could favor a vendor, or name another business. */
  readonly isTakenAtOnce?: true;
  /** If more than this share of the rows on file change unusually, the edition is refused; a twentieth if it is undefined. */
  readonly refusedBeyond?: number;
}

/** How many rows an edition usually changes: this many, or this share plus this share for each day between the two. */
export interface Usual {
  readonly rows: number;
  readonly share?: number;
  readonly sharePerDay?: number;
}

/** What the regulator's editions never do to a row on file: one such change is unusual. */
export const NEVER: Usual = { rows: 0 };
/** What they do to one row, and to a few in a year. */
export const RARELY: Usual = { rows: 1, sharePerDay: 0.00005 };

interface Gone {
  readonly usual: Usual;
  /** Whether a missing row stays on file until a second edition lacks it; if not, it leaves at once. */
  readonly stays: boolean;
}

/** The rows that a new row may contradict. */
interface OnFile<Row> {
  /** The rows of the file and those on file with the same value of `sharedBy`, the row itself among them. */
  readonly sharing: (row: Row) => readonly Row[];
  /** The names on file for the license of a row; none if it names no license for certain. */
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
  /** What shows that the end of a first edition is missing, if anything does. */
  readonly missingEnd: (file: ParsedFile) => { readonly code: string; readonly text: string } | undefined;
  /** What a large file never lacks, if it lacks it. */
  readonly missingMeasures: (
    file: ParsedFile,
  ) => { readonly code: string; readonly text: string } | undefined;
  /** The code of the county that issued a license number. */
  readonly countyOf: (digits: string) => string | undefined;
  /** Warnings of the reader that repair a value and lose nothing. */
  readonly repairs: ReadonlySet<string>;
  /** What the reader's warnings say, to complete "3 of 188 caterers …"; a code without an entry is shown as it is. */
  readonly warningTexts: Readonly<Record<string, string>>;
}
