import type { IsoDate } from '../../lib/dates.ts';
import type {
  ApplicationRow,
  ClosureRow,
  LicenseRow,
  ObservationRow,
  ParsedFile,
  VisitRow,
} from './parsed-file.ts';

/**
 * What the rows of one kind of file have in common on every good day, and how much two files of a slot may differ. One
 * regulator knows the numbers; the comparison itself is neutral.
 */
export interface Likeness<Row> {
  /** What one row is: "license". */
  readonly noun: string;
  readonly keyOf: (row: Row) => string;
  /** What a row can be told to be wrong by, on its own. */
  readonly flaws: readonly Flaw<Row>[];
  /** Rows that agree in one thing agree in another. */
  readonly ties: readonly Tie<Row>[];
  /** How the row of one key may differ from the row stored before it. */
  readonly changes: readonly Change<Row>[];
  /** Rows of the file before it that this one lacks, and rows that are new in it. */
  readonly gone?: Allowance;
  readonly added?: Allowance;
  /** By what else a row that is gone would be found under another key. */
  readonly renamed?: { readonly keyOf: (row: Row) => string; readonly allowed: Allowance };
  /** Files further apart in time than this are not compared: most of what they list has changed. */
  readonly daysMax: number;
  /** Rows of one sort, of which no sound file has more than of the other. */
  readonly fewer?: Outnumbered<Row>;
}

export interface Outnumbered<Row> {
  readonly code: string;
  readonly says: string;
  readonly is: (row: Row) => boolean;
  readonly than: { readonly says: string; readonly is: (row: Row) => boolean };
  /** A number that is always allowed. */
  readonly always: number;
}

/** How many rows: a number that is always allowed, or a share of them, or a share for each day between two files. */
export interface Allowance {
  readonly always: number;
  readonly share?: number;
  readonly perDay?: number;
}

/** What no sound file has. */
export const NONE: Allowance = { always: 0 };
/** What a sound file has in a handful of rows. */
export const FEW: Allowance = { always: 2, share: 0.005 };

/** What a file says of itself as a whole. */
export interface FileFacts {
  readonly district: number | null;
  readonly fileDate: IsoDate;
  readonly fiscalYear: string | null;
  /** The day on which it is taken to show the state of things. */
  readonly stateOn: IsoDate;
}

export interface Flaw<Row> {
  readonly code: string;
  /** Completes "3 licenses …": "have no licensee". */
  readonly says: string;
  readonly is: (row: Row, file: FileFacts) => boolean;
  readonly allowed: Allowance;
}

export interface Tie<Row> {
  readonly code: string;
  readonly says: string;
  readonly keyOf: (row: Row) => string;
  readonly valueOf: (row: Row) => string;
  readonly allowed: Allowance;
}

export interface Change<Row> {
  readonly code: string;
  readonly says: string;
  /** False where both say the same. */
  readonly is: (after: Row, before: Row, file: FileFacts) => boolean;
  readonly allowed: Allowance;
}

/** Whether a row has another value than before in any of these fields. */
export function differsIn<Row>(...fields: readonly (keyof Row)[]): Change<Row>['is'] {
  return (after, before) => fields.some((field) => after[field] !== before[field]);
}

/** The inspector's texts about one visit, and the visit itself where it is on file. */
export interface ObservedVisit {
  readonly visitId: number;
  readonly texts: readonly ObservationRow[];
  readonly visit: VisitRow | undefined;
}

/** A closure, and what is on file of the food truck with its license number. */
export interface ReportedClosure extends ClosureRow {
  readonly vendor: ClosedVendor | undefined;
  /** Days on which closures on file closed the same number; none where this one is among them. */
  readonly otherDays: readonly IsoDate[];
}

export interface ClosedVendor {
  /** Of its license and its visits. */
  readonly names: readonly string[];
  readonly visits: readonly VisitRow[];
}

/** By what the rows are of. */
export interface Likenesses {
  readonly licenses: Likeness<LicenseRow>;
  readonly inspections: Likeness<VisitRow>;
  /** The fewest visits, of any business, that the first file of a fiscal year has, by those of the year before. */
  readonly fewestOfYear: (file: FileFacts, lastYear: number) => number;
  /** The parts that a district's file lacks, told from its own rows where none before it can tell. */
  readonly missingParts: (
    file: ParsedFile,
    inspected?: ReadonlySet<string>,
  ) => readonly { readonly code: string; readonly text: string }[];
  /** Licenses inspected so many days before a first file of them should be in it. */
  readonly inspectedDays: number;
  readonly closures: Likeness<ReportedClosure>;
  /** The closures of food trucks on file, which alone can be compared with more than their own report. */
  readonly closuresOnFile: Likeness<ReportedClosure>;
  readonly applications: Likeness<ApplicationRow>;
  readonly observations: Likeness<ObservationRow>;
  /** Their visits, of whatever business. */
  readonly observedVisits: Likeness<ObservedVisit>;
  /** Those of the visits that are on file. */
  readonly observedOnFile: Likeness<ObservedVisit>;
}
