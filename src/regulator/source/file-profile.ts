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
 * Describes one regulator's normal rows of a kind, and how a row may differ from the same row in the previous
 * edition. The checks themselves (intake/check) do not depend on a regulator.
 */
export interface FileProfile<Row> {
  /** The noun for one row, such as "license". */
  readonly noun: string;
  /** Returns a key that identifies the same row in every edition. */
  readonly keyOf: (row: Row) => string;
  /** If most rows in a file have one of these flaws, its columns are swapped, shifted or blank. */
  readonly flaws: readonly Flaw<Row>[];
  /** Changes to a row on file. */
  readonly changes: readonly Change<Row>[];
  /** The rules for missing rows of the previous edition; undefined if an edition need not repeat them. */
  readonly gone?: Gone;
  /** Returns true if a new row contradicts the record; undefined if rows of this kind cannot. */
  readonly contradicts?: (row: Row, onFile: OnFile<Row>) => boolean;
  /**
   * Returns a row's content apart from its key. A new row with the content of a missing row is most likely
   * that row with a damaged key. Returns undefined if a row has too little content.
   */
  readonly identityOf?: (row: Row) => string | undefined;
  /** Returns a value that two rows may share, to find the rows that a new row may contradict. */
  readonly sharedBy?: (row: Row) => string;
  /** Two editions are not compared if they are further apart than this, in days. */
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
  /** Completes the sentence "3 licenses …", for example with "have no licensee". */
  readonly says: string;
  readonly is: (row: Row, file: FileFacts, rows: readonly Row[]) => boolean;
  /** The file is refused if more than this share of its rows have the flaw; half if undefined. */
  readonly refusedBeyond?: number;
  /**
   * The opposite, which is true of most rows in a correct file. If undefined, most rows in a correct file
   * simply do not have the flaw.
   */
  readonly opposite?: (row: Row) => boolean;
  /**
   * True if swapped columns determine whose row it is, or how severe it is. A second download cannot resolve
   * that, but an operator can.
   */
  readonly needsOperator?: true;
  /**
   * True if no row in a correct file has the flaw. A new row with it is left out until a second edition
   * agrees.
   */
  readonly leavesOut?: true;
}

export interface Change<Row> {
  readonly code: string;
  /** Completes the sentence "3 licenses …", for example with "have another licensee". */
  readonly says: string;
  readonly is: (after: Row, before: Row, file: FileFacts) => boolean;
  /** Counts a change only if another row on file had the new value before. */
  readonly ofOthers?: (row: Row) => string;
  /** The edition is in doubt if more of its rows than this change in this way. */
  readonly usual: Usual;
  /**
   * If true, a usual number of such changes is accepted immediately. Otherwise each one is held, because it
   * could favor a vendor or name a different business.
   */
  readonly isTakenAtOnce?: true;
  /**
   * The edition is refused if more than this share of the rows on file change unusually; a twentieth if
   * undefined.
   */
  readonly refusedBeyond?: number;
}

/**
 * The usual number of changed rows in an edition: this many rows, or this share plus `sharePerDay` for each
 * day between the editions.
 */
export interface Usual {
  readonly rows: number;
  readonly share?: number;
  readonly sharePerDay?: number;
}

/** For changes that the regulator's editions never make to a row on file. Even one is unusual. */
export const NEVER: Usual = { rows: 0 };
/** For changes that affect a single row now and then, and a few per year. */
export const RARELY: Usual = { rows: 1, sharePerDay: 0.00005 };

interface Gone {
  readonly usual: Usual;
  /**
   * True if a missing row stays on file until it is missing from a second edition, too. Otherwise it is
   * removed immediately.
   */
  readonly stays: boolean;
}

/** Finds the rows that a new row may contradict. */
interface OnFile<Row> {
  /**
   * Returns the rows in the file and on record with the same value of `sharedBy`, including the row itself.
   */
  readonly sharing: (row: Row) => readonly Row[];
  /** Returns the names on record for a row's license; empty if the row does not identify a license. */
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
  /** Returns the enforcement actions missing from a large file that should have them, if any. */
  readonly missingMeasures: (
    file: ParsedFile,
  ) => { readonly code: string; readonly text: string } | undefined;
  /** Returns the code of the county that issued a license number. */
  readonly countyOf: (digits: string) => string | undefined;
  /** The reader's warnings about values that were repaired without loss. */
  readonly repairs: ReadonlySet<string>;
  /**
   * The meaning of the reader's warnings, to complete "3 of 188 caterers …". A code without an entry is
   * displayed as it is.
   */
  readonly warningTexts: Readonly<Record<string, string>>;
}
