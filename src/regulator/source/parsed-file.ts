import type { IsoDate } from '../../lib/time/dates.ts';
import type { CoveredDays } from './file-date.ts';
import type { LicenseType } from './license-type.ts';
import type { ObservationFlag, ObservationTier } from './observation.ts';
import type { PackedPart } from './packed-rows.ts';

/** A row in a license extract about a food truck, hot dog cart or caterer. */
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
  /** Address lines, used only for letters to the holder. Empty if the file has none. */
  readonly mailingAddress: string;
  /** Used only for calls to the holder. Empty if the file has none. */
  readonly phone: string;
}

/** A row in an inspection extract, which is about one visit. */
export interface VisitRow {
  readonly visitId: number;
  /** One of the two vendor license types, unless the caller requested other types. */
  readonly licenseType: string;
  readonly digits: string;
  /** The regulator's internal id for one ownership of the license. */
  readonly licenseId: number;
  /** The "Inspection Number", which all visits in a case share. Unique within a license type. */
  readonly caseId: number;
  /** 1 for the first visit, 2 and higher for its callbacks. */
  readonly visitNumber: number;
  readonly visitedOn: IsoDate;
  readonly inspectionType: string;
  readonly disposition: string;
  /** All four counts are null if one is blank or unreadable, or if they contradict each other. */
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

/** A row in a weekly workbook of emergency closures. It identifies the license only by its digits. */
export interface ClosureRow {
  readonly digits: string;
  readonly closedOn: IsoDate;
  readonly businessName: string;
  readonly conditions: string;
  readonly reopenedOn: IsoDate | null;
}

/** An approved application for a new license or a change of owner. */
export interface ApplicationRow {
  readonly kind: 'new_license' | 'ownership_change';
  readonly applicationNumber: string;
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly approvedOn: IsoDate;
}

/** A final order in a disciplinary case, with its fine. */
export interface OrderRow {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly caseNumber: string;
  readonly orderedOn: IsoDate;
  /** Null if the date in the row is blank or unreadable. */
  readonly violationOn: IsoDate | null;
  readonly violations: number;
  /** In US cents. 0 if the order has no fine. */
  readonly fineCents: number;
}

/** An inspector's text for one citation at one visit, with people's names redacted. */
export interface ObservationRow {
  readonly visitId: number;
  /** Its position among the visit's citations, counted from 1. */
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
  /** The line number in the file, counted from 1. The header row counts as a line. */
  readonly line: number;
  readonly reason: string;
  /**
   * Values that help to find the row again and see what is wrong with it, without any address, phone or name.
   */
  readonly content: string;
}

/**
 * The number of vendor rows that were stored and refused, for one license type, district or month, or for
 * all.
 */
export interface RowGroup {
  /** Such as `all`, `license type 2014`, `district 6` or `month 2018-03`. */
  readonly name: string;
  readonly kept: number;
  readonly refused: number;
  /** The number of stored rows per warning. */
  readonly warnings: Readonly<Record<string, number>>;
}

/**
 * The suffix of a refusal or warning code for a date whose day comes before its month, such as 31/07/2018.
 */
export const DAY_FIRST = '_day_first';

/** The extent of a file, based on its rows for any license type. */
export interface FileExtent {
  /** The codes of the counties in which its licenses were issued, in order. */
  readonly counties: readonly string[];
  /** True if its rows are sorted by these county codes. */
  readonly isByCounty: boolean;
  /** If the rows are in order of issue, the dates of the last rows that have one. Otherwise empty. */
  readonly lastDays: readonly IsoDate[];
  /** For inspection extracts, the enforcement actions in which visits resulted. */
  readonly measures: readonly string[];
}

/** The result of reading a file. */
export interface ParsedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The publication time as an ISO 8601 instant, or null if the source does not provide it. */
  readonly publishedAt: string | null;
  readonly records: FileRecords | undefined;
  /** The district that most rows belong to. Null for a statewide file. */
  readonly district: number | null;
  /** The date of the file; null if no row has a date. file-date.ts explains how it is determined. */
  readonly fileDate: IsoDate | null;
  /** The range of dates in rows for any license type; null if no row has a date. */
  readonly coveredDays: CoveredDays | null;
  /** For inspections only: the fiscal year that most visits are in, such as `2017-18`. */
  readonly fiscalYear: string | null;
  /** For final orders only: the month that most orders are from, such as `2026-09`. */
  readonly orderMonth?: string | null;
  readonly rowsRead: number;
  readonly rowsKept: number;
  /** The number of rows for other license types or classes, which are well-formed but not about vendors. */
  readonly rowsOther: number;
  /**
   * For license extracts, the number of rows for any license type whose number belongs to a different
   * district than the file.
   */
  readonly rowsElsewhere: number;
  readonly extent: FileExtent;
  readonly refused: readonly RefusedRow[];
  readonly refusals: Readonly<Record<string, number>>;
  /** The number of stored rows per warning about an unreadable or blank field or another oddity. */
  readonly warnings: Readonly<Record<string, number>>;
  /** Counts of the rows that belong or seem to belong to vendors, by group. Empty for observations. */
  readonly groups: readonly RowGroup[];
  /** The reason the whole file is unusable. Undefined if it is usable. */
  readonly problem: { readonly code: string; readonly text: string } | undefined;
}

/** A parsed file without its rows. */
export type FileSummary = Omit<ParsedFile, 'records'>;

/** A parsed file with packed rows, which can be passed between threads. */
export interface PackedFile {
  readonly summary: FileSummary;
  readonly kind: FileKind;
  readonly parts: readonly PackedPart[];
}
