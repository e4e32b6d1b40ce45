import type { IsoDate } from '../../lib/time/dates.ts';
import type { CoveredDays } from './file-date.ts';
import type { LicenseType } from './license-type.ts';
import type { ObservationFlag, ObservationTier } from './observation.ts';
import type { PackedPart } from './packed-rows.ts';

/** What one row of a license extract says of a food truck, hot dog cart or caterer. */
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
  /** Lines of an address, for letters to the holder alone; empty where the file has none. */
  readonly mailingAddress: string;
  /** For calls to the holder alone; empty where the file has none. */
  readonly phone: string;
}

/** What one row of an inspection extract says of one visit. */
export interface VisitRow {
  readonly visitId: number;
  /** One of the two vendor license types, unless the reader was asked for others. */
  readonly licenseType: string;
  readonly digits: string;
  /** The regulator's internal id of one ownership of the license. */
  readonly licenseId: number;
  /** "Inspection Number": shared by all visits of the case, unique within the license type. */
  readonly caseId: number;
  /** 1 the initial visit, 2 and more its callbacks. */
  readonly visitNumber: number;
  readonly visitedOn: IsoDate;
  readonly inspectionType: string;
  readonly disposition: string;
  /** Unknown (null) are all four or none: when one is blank or unreadable, or they contradict each other. */
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

/** One row of a weekly emergency-closure workbook; the license is named by digits alone. */
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
  /** Null when the row has none that can be read. */
  readonly violationOn: IsoDate | null;
  readonly violations: number;
  /** US cents; 0 for an order without a fine. */
  readonly fineCents: number;
}

/** What an inspector wrote to one citation of one visit, names of persons struck out. */
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
  /** Row of the file, the header (where there is one) counted as 1. */
  readonly line: number;
  readonly reason: string;
  /** What finds the row again and shows what is wrong with it; no address, phone or name. */
  readonly content: string;
}

/** What became of our rows of one license type, district or month, or of all of them. */
export interface RowGroup {
  /** `all`, `license type 2014`, `district 6`, `month 2018-03`. */
  readonly name: string;
  readonly kept: number;
  readonly refused: number;
  /** Of the kept rows, how many have this warning. */
  readonly warnings: Readonly<Record<string, number>>;
}

/** Ends the code of a refused row or field whose day stands before its month: 31/07/2018. */
export const DAY_FIRST = '_day_first';

/** How far a file goes, by its rows of any license type. */
export interface FileExtent {
  /** Codes of the counties that its licenses were issued in. */
  readonly counties: readonly string[];
  /** Whether its rows are sorted by these codes. */
  readonly isByCounty: boolean;
  /** The days of its last rows that have one, if its rows are in the order of issue; otherwise none. */
  readonly lastDays: readonly IsoDate[];
  /** Inspections: the measures that its visits ended with. */
  readonly measures: readonly string[];
}

/** One file, read to its end. */
export interface ParsedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** ISO instant from the source, where it gives one. */
  readonly publishedAt: string | null;
  readonly records: FileRecords | undefined;
  /** The district most rows belong to; null when it is a statewide file. */
  readonly district: number | null;
  /** The newest day that enough of its rows reach, see file-date.ts. */
  readonly fileDate: IsoDate | null;
  /** From the first to the last day of its rows, of any license type; null where no row has a day of its own. */
  readonly coveredDays: CoveredDays | null;
  /** Inspections only: the fiscal year most visits fall in, `2017-18`. */
  readonly fiscalYear: string | null;
  /** Final orders only: the month that most of them are of, `2026-09`. */
  readonly orderMonth?: string | null;
  readonly rowsRead: number;
  readonly rowsKept: number;
  /** Rows of other license types or classes: read, well-formed, and none of ours. */
  readonly rowsOther: number;
  /** License extracts: rows of any license type whose number is of another district than the file. */
  readonly rowsElsewhere: number;
  readonly extent: FileExtent;
  readonly refused: readonly RefusedRow[];
  readonly refusals: Readonly<Record<string, number>>;
  /** Of kept rows: fields that could not be read or are blank, and oddities. */
  readonly warnings: Readonly<Record<string, number>>;
  /** Rows that are ours, or seem to be, by group; none for observations. */
  readonly groups: readonly RowGroup[];
  /** Why the file as a whole cannot be used; undefined when it can. */
  readonly problem: { readonly code: string; readonly text: string } | undefined;
}

/** What is known of a file that was read, without its rows. */
export type FileSummary = Omit<ParsedFile, 'records'>;

/** The same file as one thread hands it to another, its rows packed. */
export interface PackedFile {
  readonly summary: FileSummary;
  readonly kind: FileKind;
  readonly parts: readonly PackedPart[];
}
