import type { IsoDate } from '../../lib/time/dates.ts';
import type { CoveredDays } from './file-date.ts';
import type { LicenseType } from './license-type.ts';
import type { ObservationFlag, ObservationTier } from './observation.ts';
import type { PackedPart } from './packed-rows.ts';

/** A license extract's row about a food truck, hot dog cart or caterer. */
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
  /** Address lines, used only for letters to the holder; empty if the file has none. */
  readonly mailingAddress: string;
  /** Used only for calls to the holder; empty if the file has none. */
  readonly phone: string;
}

/** An inspection extract's row about one visit. */
export interface VisitRow {
  readonly visitId: number;
  /** One of the two vendor license types, unless the caller requested other types. */
  readonly licenseType: string;
  readonly digits: string;
  /** The regulator's internal id for one ownership of the license. */
  readonly licenseId: number;
  /** "Inspection Number": shared by all visits of the case, unique within the license type. */
  readonly caseId: number;
  /** 1 for the first visit, 2 and higher for its callbacks. */
  readonly visitNumber: number;
  readonly visitedOn: IsoDate;
  readonly inspectionType: string;
  readonly disposition: string;
  /**
   * Either all four counts are known, or all are null because one is blank or unreadable or they contradict
   * each other.
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

/** One row in a weekly workbook of emergency closures. It identifies the license only by digits. */
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
  /** Null if the date in the row is unreadable. */
  readonly violationOn: IsoDate | null;
  readonly violations: number;
  /** In US cents; 0 for an order without a fine. */
  readonly fineCents: number;
}

/** An inspector's comments on one citation from one visit, with people's names redacted. */
export interface ObservationRow {
  readonly visitId: number;
  /** Its position among the visit's citations, from 1. */
  readonly position: number;
  /** The regulator's code, such as `35A-03-4`. */
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
  /** The line in the file. The header row, if there is one, is line 1. */
  readonly line: number;
  readonly reason: string;
  /** The values that identify the row and show what is wrong with it, without an address, phone or name. */
  readonly content: string;
}

/** The outcomes of vendor rows for one license type, district or month, or for all of them. */
export interface RowGroup {
  /** `all`, `license type 2014`, `district 6`, `month 2018-03`. */
  readonly name: string;
  readonly kept: number;
  readonly refused: number;
  /** The number of kept rows per warning. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** The suffix of a refusal or warning code if the day comes before the month: 31/07/2018. */
export const DAY_FIRST = '_day_first';

/** The extent of a file, based on its rows of any license type. */
export interface FileExtent {
  /** The codes of the counties that issued its licenses. */
  readonly counties: readonly string[];
  /** True if its rows are sorted by these codes. */
  readonly isByCounty: boolean;
  /** The dates of its last rows that have one, if its rows are in order of issue; otherwise empty. */
  readonly lastDays: readonly IsoDate[];
  /** For inspections: the enforcement actions that its visits resulted in. */
  readonly measures: readonly string[];
}

/** A file that was read to its end. */
export interface ParsedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** An ISO 8601 instant from the source, if it provides one. */
  readonly publishedAt: string | null;
  readonly records: FileRecords | undefined;
  /** The district of most rows; null for a statewide file. */
  readonly district: number | null;
  /** The newest day with enough rows on or after it; see file-date.ts. */
  readonly fileDate: IsoDate | null;
  /** The first to the last day of its rows, of any license type; null if no row has a date. */
  readonly coveredDays: CoveredDays | null;
  /** For inspections only: the fiscal year of most visits, such as `2017-18`. */
  readonly fiscalYear: string | null;
  /** For final orders only: the month of most orders, such as `2026-09`. */
  readonly orderMonth?: string | null;
  readonly rowsRead: number;
  readonly rowsKept: number;
  /** The number of rows of other license types or classes: read and well-formed, but not about vendors. */
  readonly rowsOther: number;
  /**
   * For license extracts: the number of rows of any license type whose number belongs to a different district
   * than the file.
   */
  readonly rowsElsewhere: number;
  readonly extent: FileExtent;
  readonly refused: readonly RefusedRow[];
  readonly refusals: Readonly<Record<string, number>>;
  /** Counts of unreadable or blank fields in kept rows, and of other oddities. */
  readonly warnings: Readonly<Record<string, number>>;
  /** The rows that belong, or seem to belong, to vendors, by group; empty for observations. */
  readonly groups: readonly RowGroup[];
  /** The reason why the whole file is unusable; undefined if it is usable. */
  readonly problem: { readonly code: string; readonly text: string } | undefined;
}

/** The data about a file that was read, without its rows. */
export type FileSummary = Omit<ParsedFile, 'records'>;

/** The same file with packed rows, for passing between threads. */
export interface PackedFile {
  readonly summary: FileSummary;
  readonly kind: FileKind;
  readonly parts: readonly PackedPart[];
}
