import type { Language, Texts } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { FileProfiles } from './file-profile.ts';
import type { LicenseKind, LicenseVocabulary } from './license-vocabulary.ts';
import type { OtherLicense, OtherLicenseCode } from './other-license.ts';
import type { PackedFile, ParsedFile } from './parsed-file.ts';

/**
 * One regulator's files and terms, as used by the rest of the service. Everything specific to this regulator
 * belongs here. docs/architecture.md lists what else a second regulator would need.
 */
export interface Source {
  /** The text that vendor ids are derived from. It must never change. */
  readonly key: string;
  /** Its short name, including the jurisdiction. */
  readonly name: string;
  /** The name used in the trade. */
  readonly shortName: string;
  /** The state in which its vendors are licensed. */
  readonly jurisdiction: string;
  /**
   * Local spellings in lowercase: the state after a city, the titles of license number columns, short names
   * of cities, and common abbreviations with their expansions.
   */
  readonly spellings: {
    readonly state: readonly string[];
    readonly number: readonly string[];
    readonly cities: Readonly<Record<string, string>>;
  };
  /** The full name of the office that publishes the records. */
  readonly office: string;
  /** The agency that licenses vendors that are not in these records, as half a sentence. */
  readonly otherAgency: (language: Language) => string;
  /** The licenses to serve food that are not in its vendor records. */
  readonly otherLicenses: (language: Language) => readonly OtherLicense[];
  /** Returns the kind of such a license if a text names one instead of a number; otherwise undefined. */
  readonly otherLicenseIn: (text: string) => OtherLicenseCode | undefined;
  /** The time zones of its jurisdiction. Days are in the first one. */
  readonly timeZones: readonly [TimeZone, ...TimeZone[]];
  /** The pages that explain its rules to the public. */
  readonly pages: Readonly<Record<OfficialTopic, OfficialPage>>;
  /** Returns one of these pages, with its title in the reader's language. */
  readonly pageIn: (topic: OfficialTopic, language?: Language) => OfficialPage;
  /**
   * The notice that the sponsor of an event with food must send beforehand; undefined if none is required.
   */
  readonly eventNotice: EventNotice | undefined;
  readonly licenses: LicenseVocabulary;
  /** Numbers that the regulator never issues, for demo records. */
  readonly fictional: {
    readonly isDigits: (digits: string) => boolean;
    readonly isVisit: (visitId: number) => boolean;
  };
  /**
   * Reads one whole file, recognized by its content. Never throws because of the content: see `problem`.
   * Keeps the visits of food trucks, hot dog carts and caterers, unless `keepsVisits` specifies otherwise.
   */
  readonly readFile: (
    file: FileToRead,
    today: IsoDate,
    keepsVisits?: (licenseType: string) => boolean,
  ) => Promise<ParsedFile>;
  /**
   * Does the same, but packs the rows as they are read. A large file's rows would not fit in memory as
   * objects.
   */
  readonly packFile: (file: FileToRead, today: IsoDate) => Promise<PackedFile>;
  /** Describes its rows, and how they change from one edition to the next. */
  readonly profiles: FileProfiles;
  /** The site from which an operator downloads files manually. */
  readonly siteUrl: string;
  /** The list of files that comes with the service. */
  readonly fileList: FileList;
  /** Parses another list. Throws an Error that explains what is wrong with it. */
  readonly parseFileList: (text: string) => FileList;
  /** Lists the files that are renewed under the same names. */
  readonly listFiles: (list?: FileList) => readonly SourceFile[];
  /** Finds the links to files on its page, which is not trusted. */
  readonly findLinks: (page: string, baseUrl: URL, list: FileList) => PageLink[];
  /** Plans every file to request, in order. */
  readonly planFiles: (request: PlanRequest) => PlannedFile[];
  /** A renewed file is late if it stays the same for more than this many days. */
  readonly renewedWithinDays: number;
  /** Returns the meaning of a disposition. An unknown one has the result "unknown". */
  readonly dispositionOf: (text: string) => Disposition;
  /** The disposition with which an inspector requests the immediate closure of a business. */
  readonly emergencyOrder: string;
  /** The regulator's name for a closure in its weekly reports, which may not include a reason. */
  readonly emergencyClosure: string;
  /** The disposition of an inspection that met standards. */
  readonly nothingToDo: string;
  readonly inspectionTypes: {
    /** The type of an inspection before a business opens or a new owner takes over. */
    readonly preOpening: string;
    /** The type of an unannounced inspection of an operating business. */
    readonly routine: string;
    readonly isComplaint: (inspectionType: string) => boolean;
  };
  /** The highest number of a violation category; the lowest is 1. */
  readonly categoryMax: number;
  readonly violationCategory: (category: number) => ViolationCategory;
  /**
   * Returns our gloss for a disposition or a kind of inspection, for readers of another language. Returns
   * undefined for English and for unknown words.
   */
  readonly glossOf: (words: string, language: Language) => string | undefined;
  /** Returns a category's title, in our words. */
  readonly categoryTitle: (category: number, language: Language) => string;
  /** Returns an inspector's text without additions from inspections after the day. */
  readonly observationAsOf: (text: string, asOf: IsoDate) => string;
  /** Returns the corrective action for a category and a kind of vendor. Every category has one. */
  readonly categoryAction: (category: number, kind: LicenseKind, language?: Language) => CategoryAction;
  /** Words used in many business names, in lowercase and without punctuation. */
  readonly commonNameWords: ReadonlySet<string>;
  /** The subset of these words that describe a kind of business. */
  readonly businessKindWords: ReadonlySet<string>;
  readonly counties: readonly County[];
  /** Returns a county's time zone by name; undefined if it has two, and for unknown counties. */
  readonly timeZoneOf: (county: string) => string | undefined;
  /** The districts into which its files are divided. */
  readonly districts: readonly number[];
  /** Returns the county with this regulator code; undefined for codes of other states and unknown ones. */
  readonly findCounty: (code: string) => County | undefined;
  /** Returns the regulator's fiscal year, such as `2017-18`. */
  readonly fiscalYearOf: (day: IsoDate) => string;
  /** The data used in the published back-test. */
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
  /** The recipient's full name. */
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
  /** True if it was not loaded because of its size. */
  readonly isTooLarge?: boolean;
  /** Called for each row. Throws if reading has taken too long. */
  readonly checkTime?: (() => void) | undefined;
  /** Any other reason why the file could not be loaded. */
  readonly problem?: { readonly code: string; readonly text: string } | undefined;
}

export type SourceFileKind =
  | 'licenses'
  | 'inspections'
  | 'new_licenses'
  | 'ownership_changes'
  | 'closures'
  | 'final_orders';

/** A file published by the regulator; `path` is relative to the source's base URL. */
export interface SourceFile {
  readonly name: string;
  readonly path: string;
  /** Alternative paths to request it from, in order. */
  readonly otherPaths?: readonly string[];
  readonly kind: SourceFileKind;
  /** The district of its rows; null for the whole state. */
  readonly district: number | null;
  readonly maxBytes: number;
  /** Our name for its fiscal year, week, month or year; null or missing for a file that is renewed. */
  readonly period?: string | null;
}

/** Names and addresses of the files, with placeholders for districts and periods. */
export interface FileList {
  /** The path of the page that links to the files; empty if there is none. */
  readonly page: string;
  readonly files: readonly FilePattern[];
}

export interface FilePattern {
  readonly name: string;
  readonly paths: readonly string[];
  readonly kind: SourceFileKind;
  readonly maxBytes: number;
  /** The name of the pattern whose file makes this one unnecessary. */
  readonly unless: string | null;
  /** The placeholder for its period; null for a file that is renewed. */
  readonly period: string | null;
}

/** A link on the regulator's page to a file on the list. */
export interface PageLink {
  readonly name: string;
  /** Relative to the base URL. */
  readonly path: string;
  /** The name of its pattern. */
  readonly pattern: string;
  /** The period as spelled in the name; empty for a file that is renewed. */
  readonly part: string;
}

export interface PlanRequest {
  /** The links on the regulator's page; empty without a page. */
  readonly links: readonly PageLink[];
  readonly today: IsoDate;
  /**
   * The number of years of inspections that a score takes into account. One more fiscal year is requested.
   */
  readonly years: number;
  /** Defaults to the service's own list. */
  readonly list?: FileList;
}

/** A file to request. */
export interface PlannedFile extends SourceFile {
  readonly otherPaths: readonly string[];
  readonly period: string | null;
  /** The day from which its bytes no longer change; null for a file that is renewed. */
  readonly finalOn: IsoDate | null;
  /** True if the regulator's page links to it. */
  readonly isLinked: boolean;
  /** The name of the file that makes this one unnecessary once it is imported. */
  readonly unless: string | null;
  /** Files in one step are published together, lowest step first. */
  readonly step: number;
}

type DispositionResult = 'met' | 'follow_up' | 'closed' | 'unknown';

/** The meaning of a visit's outcome. */
export interface Disposition {
  readonly result: DispositionResult;
  /**
   * The enforcement action that the disposition counts as. Emergency orders, complaints and warnings are
   * counted by this value.
   */
  readonly measure: 'none' | 'warning' | 'complaint' | 'emergency' | 'determination';
  /** Shows whether the vendor must not operate after it, may operate again, or neither. */
  readonly effect: 'closes' | 'reopens' | 'none';
  /**
   * The severity from 0 (met) to 6 (closed), used to find a case's worst disposition. An unknown disposition
   * ranks just above met.
   */
  readonly severity: number;
}

export interface ViolationCategory {
  readonly category: number;
  /** The title, in our words. */
  readonly title: string;
  /**
   * True if it is reported to the fire authority. It counts in the category, but not in the inspection's
   * totals.
   */
  readonly reportingOnly: boolean;
}

export interface County {
  /** The regulator's code, which is also the first two digits of licenses issued there. */
  readonly code: string;
  /** The official county name. */
  readonly name: string;
  /** The regulator's district. */
  readonly district: number;
}
