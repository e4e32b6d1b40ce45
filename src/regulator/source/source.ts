import type { Language, Texts } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { FileProfiles } from './file-profile.ts';
import type { LicenseKind, LicenseVocabulary } from './license-vocabulary.ts';
import type { OtherLicense, OtherLicenseCode } from './other-license.ts';
import type { PackedFile, ParsedFile } from './parsed-file.ts';

/**
 * The files and terms of one regulator, for use in the rest of the service. Everything specific to this
 * regulator belongs here. docs/architecture.md lists what else a second regulator would need.
 */
export interface Source {
  /** The string from which vendor ids are derived. It must never change. */
  readonly key: string;
  /** A short name that includes the jurisdiction. */
  readonly name: string;
  /** The name that vendors and organizers use. */
  readonly shortName: string;
  /** The state in which it licenses vendors. */
  readonly jurisdiction: string;
  /**
   * Local spellings, in lowercase: how people write the state after a city, the titles of license number
   * columns, and short names of cities.
   */
  readonly spellings: {
    readonly state: readonly string[];
    readonly number: readonly string[];
    readonly cities: Readonly<Record<string, string>>;
  };
  /** The full name of the office that publishes the records. */
  readonly office: string;
  /** The agency that licenses vendors that are not in these records, in words that complete a sentence. */
  readonly otherAgency: (language: Language) => string;
  /** Licenses to serve food that are not in the vendor records. */
  readonly otherLicenses: (language: Language) => readonly OtherLicense[];
  /**
   * Returns the kind of such a license if the text names one instead of a number, or undefined if it does
   * not.
   */
  readonly otherLicenseIn: (text: string) => OtherLicenseCode | undefined;
  /** The time zones in the jurisdiction. The regulator's dates are in the first one. */
  readonly timeZones: readonly [TimeZone, ...TimeZone[]];
  /** The regulator's pages that explain its rules to the public. */
  readonly pages: Readonly<Record<OfficialTopic, OfficialPage>>;
  /** Returns one of these pages, with its title in the reader's language. */
  readonly pageIn: (topic: OfficialTopic, language?: Language) => OfficialPage;
  /**
   * The notice that the sponsor of an event with food must send beforehand. Undefined if none is required.
   */
  readonly eventNotice: EventNotice | undefined;
  readonly licenses: LicenseVocabulary;
  /** Number ranges that the regulator never uses, for demo records. */
  readonly fictional: {
    readonly isDigits: (digits: string) => boolean;
    readonly isVisit: (visitId: number) => boolean;
  };
  /**
   * Reads one whole file and recognizes its kind by its content. Bad content never makes it throw; `problem`
   * in the result says what is wrong. Stores the visits of food trucks, hot dog carts and caterers, unless
   * `keepsVisits` specifies otherwise.
   */
  readonly readFile: (
    file: FileToRead,
    today: IsoDate,
    keepsVisits?: (licenseType: string) => boolean,
  ) => Promise<ParsedFile>;
  /**
   * Does the same as `readFile`, but packs the rows as they are read, because a large file's rows would not
   * fit in memory as objects.
   */
  readonly packFile: (file: FileToRead, today: IsoDate) => Promise<PackedFile>;
  /** Describes the rows in its files, and how they may change from one edition to the next. */
  readonly profiles: FileProfiles;
  /** The site from which an operator can download files manually. */
  readonly siteUrl: string;
  /** The file list that comes with the service. */
  readonly fileList: FileList;
  /** Parses another file list. Throws an Error that explains what is wrong with it. */
  readonly parseFileList: (text: string) => FileList;
  /** Returns the files that are renewed under the same names. */
  readonly listFiles: (list?: FileList) => readonly SourceFile[];
  /** Finds links to files on the regulator's page, which is not trusted. */
  readonly findLinks: (page: string, baseUrl: URL, list: FileList) => PageLink[];
  /** Plans which files to request, and in which order. */
  readonly planFiles: (request: PlanRequest) => PlannedFile[];
  /** If a renewed file does not change for more than this many days, it is late. */
  readonly renewedWithinDays: number;
  /** Returns the meaning of a disposition. An unknown disposition has the result "unknown". */
  readonly dispositionOf: (text: string) => Disposition;
  /** The disposition if an inspector requests the immediate closure of a business. */
  readonly emergencyOrder: string;
  /** The name of a closure in the regulator's weekly reports, which may not include a reason. */
  readonly emergencyClosure: string;
  /** The disposition if a business met inspection standards. */
  readonly nothingToDo: string;
  readonly inspectionTypes: {
    /** The type of an inspection before a business opens or a new owner takes over. */
    readonly preOpening: string;
    /** The type of an unannounced inspection of an operating business. */
    readonly routine: string;
    readonly isComplaint: (inspectionType: string) => boolean;
  };
  /** The highest category number. The lowest is 1. */
  readonly categoryMax: number;
  readonly violationCategory: (category: number) => ViolationCategory;
  /**
   * Returns our gloss for a disposition, an inspection type or an inspector's text, for readers of another
   * language. Returns undefined for English and for unknown words.
   */
  readonly glossOf: (words: string, language: Language) => string | undefined;
  /** Returns a category's title in our words. */
  readonly categoryTitle: (category: number, language: Language) => string;
  /** Returns an inspector's text without additions from follow-up inspections after the given date. */
  readonly observationAsOf: (text: string, asOf: IsoDate) => string;
  /** Returns the corrective action for a category and a kind of vendor. Every category has one. */
  readonly categoryAction: (category: number, kind: LicenseKind, language?: Language) => CategoryAction;
  /** Words that are in many business names, in lowercase and without punctuation. */
  readonly commonNameWords: ReadonlySet<string>;
  /** The words among them that describe a kind of business. */
  readonly businessKindWords: ReadonlySet<string>;
  readonly counties: readonly County[];
  /** Returns a county's time zone by the county's name, or undefined if it is in two zones or unknown. */
  readonly timeZoneOf: (county: string) => string | undefined;
  /** The districts into which its files are divided. */
  readonly districts: readonly number[];
  /** Returns the county with this code, or undefined for an out-of-state code or an unknown one. */
  readonly findCounty: (code: string) => County | undefined;
  /** Returns the regulator's fiscal year for a date, such as `2017-18`. */
  readonly fiscalYearOf: (day: IsoDate) => string;
  /** The source of the data in the published back-test: the region and the files. */
  readonly backtested: { readonly region: Texts; readonly files: readonly string[] };
}

interface TimeZone {
  /** An IANA time zone name. */
  readonly value: string;
  readonly label: string;
}

type OfficialTopic =
  | 'enforcement'
  | 'licensing'
  | 'mobile'
  | 'foodCode'
  | 'foodManager'
  | 'training'
  | 'illness'
  | 'inspections';

interface EventNotice {
  /** The full name of the office that receives the notice. */
  readonly office: string;
  readonly email: string;
  /** The minimum number of business days before the event. */
  readonly businessDays: number;
  readonly page: OfficialPage;
}

interface OfficialPage {
  readonly title: string;
  readonly url: string;
}

export interface CategoryAction {
  readonly action: string;
  readonly resource: OfficialPage;
}

export interface FileToRead {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly publishedAt: string | null;
  /** True if the file was not loaded because it is too large. */
  readonly isTooLarge?: boolean;
  /** Called for each row. Throws if reading has taken too long. */
  readonly checkTime?: (() => void) | undefined;
  /** Any other reason the file could not be loaded. */
  readonly problem?: { readonly code: string; readonly text: string } | undefined;
}

export type SourceFileKind =
  | 'licenses'
  | 'inspections'
  | 'new_licenses'
  | 'ownership_changes'
  | 'closures'
  | 'final_orders';

/** A file that the regulator publishes. `path` is relative to the source's base URL. */
export interface SourceFile {
  readonly name: string;
  readonly path: string;
  /** Other paths to request the file from, in order. */
  readonly otherPaths?: readonly string[];
  readonly kind: SourceFileKind;
  /** The district that the file covers, or null for the whole state. */
  readonly district: number | null;
  readonly maxBytes: number;
  /**
   * Our name for the fiscal year, week, month or year that the file covers. Null or missing for a file that
   * is renewed.
   */
  readonly period?: string | null;
}

/** The names and paths of the files, with placeholders for districts and periods. */
export interface FileList {
  /** The path of the page that links to the files. Empty if there is none. */
  readonly page: string;
  readonly files: readonly FilePattern[];
}

export interface FilePattern {
  readonly name: string;
  readonly paths: readonly string[];
  readonly kind: SourceFileKind;
  readonly maxBytes: number;
  /** The name of the pattern whose file makes this file unnecessary. */
  readonly unless: string | null;
  /** The placeholder for the period. Null for a file that is renewed. */
  readonly period: string | null;
}

/** A link on the regulator's page to a file on the list. */
export interface PageLink {
  readonly name: string;
  /** The path relative to the base URL. */
  readonly path: string;
  /** The name of the pattern that the file name matches. */
  readonly pattern: string;
  /** The period as spelled in the file name. Empty for a file that is renewed. */
  readonly part: string;
}

export interface PlanRequest {
  /** The links found on the regulator's page. Empty if there is no page. */
  readonly links: readonly PageLink[];
  readonly today: IsoDate;
  /** The number of years of inspections that a score covers. One more fiscal year is requested. */
  readonly years: number;
  /** The file list. Defaults to the one that comes with the service. */
  readonly list?: FileList;
}

/** A file to request. */
export interface PlannedFile extends SourceFile {
  readonly otherPaths: readonly string[];
  readonly period: string | null;
  /** The date from which the file no longer changes. Null for a file that is renewed. */
  readonly finalOn: IsoDate | null;
  /** True if the regulator's page links to the file. */
  readonly isLinked: boolean;
  /** The name of the file that, once imported, makes this file unnecessary. */
  readonly unless: string | null;
  /** Files with the same step are published together. Lower steps come first. */
  readonly step: number;
}

type DispositionResult = 'met' | 'follow_up' | 'closed' | 'unknown';

/** The meaning of the outcome of a visit. */
export interface Disposition {
  readonly result: DispositionResult;
  /**
   * The enforcement action that the disposition counts as. Emergency orders, complaints and warnings are
   * counted by this value.
   */
  readonly measure: 'none' | 'warning' | 'complaint' | 'emergency' | 'determination';
  /** The effect of the disposition: the vendor must close, may operate again, or neither. */
  readonly effect: 'closes' | 'reopens' | 'none';
  /**
   * The severity, from 0 (met) to 6 (closed), which determines the worst disposition in a case. An unknown
   * disposition ranks just above "met".
   */
  readonly severity: number;
}

export interface ViolationCategory {
  readonly category: number;
  /** The title in our words. */
  readonly title: string;
  /**
   * True if it is cited only to report it to the fire authority. It counts in the category, but not in the
   * inspection's totals.
   */
  readonly reportingOnly: boolean;
}

export interface County {
  /** The regulator's code. The numbers of licenses issued in the county begin with it. */
  readonly code: string;
  readonly name: string;
  readonly district: number;
}
