import type { IsoDate } from '../../lib/time/dates.ts';
import type { CoveredDays } from './file-date.ts';
import type { LicenseType } from './license-type.ts';
import type { ObservationFlag, ObservationTier } from './observation.ts';
import type { PackedPart } from './packed-rows.ts';

/** The data of one row of a license extract about a food truck, hot dog cart or caterer. */
export interface LicenseRow {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly rank: string;
  readonly businessName: string;
  readonly licenseeName: string;
  readonly city: string;
  readonly zip: string;
  readonly countyCode: string;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  readonly expiresOn: IsoDate | null;
  readonly lastInspectedOn: IsoDate | null;
  readonly riskLevel: string;
  /** Address lines, only for letters to the holder; empty if the file has none. */
  readonly mailingAddress: string;
  /** Only for calls to the holder; empty if the file has none. */
  readonly phone: string;
}

/** The data of one row of an inspection extract about one visit. */
export interface VisitRow {
  readonly visitId: number;
  /** One of the two vendor license types, unless the caller requested others. */
  readonly licenseType: string;
  readonly digits: string;
  /** The regulator's internal id of one ownership of the license. */
  readonly licenseId: number;
  /** "Inspection Number": shared by all visits of the case, unique within the license type. */
  readonly caseId: number;
  /** 1 is the initial visit, 2 and more are its callbacks. */
  readonly visitNumber: number;
  readonly visitedOn: IsoDate;
  readonly inspectionType: string;
  readonly disposition: string;
  /**
   * All four counts are known, or all are null: if one is blank or unreadable, or they contradict each other.
   */
  readonly total: number | null;
  readonly highPriority: number | null;
  readonly intermediate: number | null;
  readonly basic: number | null;
  readonly pda: string;
  readonly categories: string;
  readonly businessName: string;
  readonly city: string;
  readonly zip: string;
  readonly countyCode: string;
  readonly district: number;
}

/** One row of a weekly emergency-closure workbook. It identifies the license only by digits. */
export interface ClosureRow {
  readonly digits: string;
  readonly closedOn: IsoDate;
  readonly businessName: string;
  readonly conditions: string;
  readonly reopenedOn: IsoDate | null;
}

/** One approved application: a new license, or a change of owner. */
export interface ApplicationRow {
  readonly kind: 'new_license' | 'ownership_change';
  readonly applicationNumber: string;
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly approvedOn: IsoDate;
}

/** One final order of a disciplinary case, with its fine. */
export interface OrderRow {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly caseNumber: string;
  readonly orderedOn: IsoDate;
  /** Null if the row has no readable day. */
  readonly violationOn: IsoDate | null;
  readonly violations: number;
  /** US cents; 0 for an order without a fine. */
  readonly fineCents: number;
}

/** An inspector's text about one citation of one visit, with names of persons struck out. */
export interface ObservationRow {
  readonly visitId: number;
  /** Its place among the citations of the visit, from 1. */
  readonly position: number;
  /** The regulator's code, `35A-03-4`. */
  readonly code: string;
  readonly category: number;
  readonly tier: ObservationTier;
  readonly text: string;
  readonly flags: readonly ObservationFlag[];
}

export type FileRecords =
  | { readonly kind: 'licenses'; readonly rows: readonly LicenseRow[] }
  | { readonly kind: 'inspections'; readonly rows: readonly VisitRow[] }
  | { readonly kind: 'closures'; readonly rows: readonly ClosureRow[] }
  | { readonly kind: 'final_orders'; readonly rows: readonly OrderRow[] }
  | { readonly kind: 'observations'; readonly rows: readonly ObservationRow[] }
  | { readonly kind: 'new_licenses' | 'ownership_changes'; readonly rows: readonly ApplicationRow[] };

export type FileKind = FileRecords['kind'] | 'unknown';

export interface RefusedRow {
  /** The row of the file. The header, if there is one, counts as 1. */
  readonly line: number;
  readonly reason: string;
  /** The values that identify the row and show what is wrong with it; no address, phone or name. */
  readonly content: string;
}

/** The outcomes of our rows for one license type, district or month, or for all of them. */
export interface RowGroup {
  /** `all`, `license type 2014`, `district 6`, `month 2018-03`. */
  readonly name: string;
  readonly kept: number;
  readonly refused: number;
  /** The number of kept rows with each warning. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** The suffix of the code for a refused row or field whose day comes before its month: 31/07/2018. */
export const DAY_FIRST = '_day_first';

/** The extent of a file, by its rows of any license type. */
export interface FileExtent {
  /** Codes of the counties that issued its licenses. */
  readonly counties: readonly string[];
  /** True if its rows are sorted by these codes. */
  readonly isByCounty: boolean;
  /** The days of its last rows that have one, if its rows are in the order of issue; otherwise empty. */
  readonly lastDays: readonly IsoDate[];
  /** Inspections: the enforcement actions that its visits ended with. */
  readonly measures: readonly string[];
}

/** One file, read to its end. */
export interface ParsedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** An ISO instant from the source, if it provides one. */
  readonly publishedAt: string | null;
  readonly records: FileRecords | undefined;
  /** The district that most rows belong to; null for a statewide file. */
  readonly district: number | null;
  /** The newest day that enough of its rows reach, see file-date.ts. */
  readonly fileDate: IsoDate | null;
  /** The first to the last day of its rows, of any license type; null if no row has a day. */
  readonly coveredDays: CoveredDays | null;
  /** Inspections only: the fiscal year of most visits, `2017-18`. */
  readonly fiscalYear: string | null;
  /** Final orders only: the month that most of them have, `2026-09`. */
  readonly orderMonth?: string | null;
  readonly rowsRead: number;
  readonly rowsKept: number;
  /** Rows of other license types or classes: read, well-formed, and not ours. */
  readonly rowsOther: number;
  /**
   * License extracts: rows of any license type whose number belongs to a different district than the file.
   */
  readonly rowsElsewhere: number;
  readonly extent: FileExtent;
  readonly refused: readonly RefusedRow[];
  readonly refusals: Readonly<Record<string, number>>;
  /** Counts of fields in kept rows that are unreadable or blank, and of other oddities. */
  readonly warnings: Readonly<Record<string, number>>;
  /** Rows that are ours, or seem to be, by group; empty for observations. */
  readonly groups: readonly RowGroup[];
  /** The reason why the whole file cannot be used; undefined if it can. */
  readonly problem: { readonly code: string; readonly text: string } | undefined;
}

/** A file that was read, without its rows. */
export type FileSummary = Omit<ParsedFile, 'records'>;

/** The same file for passing between threads, with its rows packed. */
export interface PackedFile {
  readonly summary: FileSummary;
  readonly kind: FileKind;
  readonly parts: readonly PackedPart[];
}
