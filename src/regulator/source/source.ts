import type { Language, Texts } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { FileProfiles } from './file-profile.ts';
import type { LicenseKind, LicenseVocabulary } from './license-vocabulary.ts';
import type { OtherLicense, OtherLicenseCode } from './other-license.ts';
import type { PackedFile, ParsedFile } from './parsed-file.ts';

/**
 * The files and words of one regulator, as the rest of the service sees them. Everything that is specific to
 * this regulator belongs here. docs/architecture.md lists what else a second one would need.
 */
export interface Source {
  /** The text that vendor ids are derived from. It must never change. */
  readonly key: string;
  /** Its short name, with its jurisdiction. */
  readonly name: string;
  /** The name that people in the trade use. */
  readonly shortName: string;
  /** The state whose vendors it licenses. */
  readonly jurisdiction: string;
  /**
   * Local spellings in lower case: the state after a city, the titles of a column of license numbers, short
   * names of cities, and the usual abbreviations with their full words.
   */
  readonly spellings: {
    readonly state: readonly string[];
    readonly number: readonly string[];
    readonly cities: Readonly<Record<string, string>>;
  };
  /** The office that publishes the records, in full. */
  readonly office: string;
  /** The agency that licenses vendors missing from these records: half a sentence. */
  readonly otherAgency: (language: Language) => string;
  /** The licenses to serve food that are missing from its records of vendors. */
  readonly otherLicenses: (language: Language) => readonly OtherLicense[];
  /** Returns the kind of such a license that words in place of a number name; undefined if none. */
  readonly otherLicenseIn: (text: string) => OtherLicenseCode | undefined;
  /** The time zones of its jurisdiction. Days are in the first one. */
  readonly timeZones: readonly [TimeZone, ...TimeZone[]];
  /** The pages that explain its rules to the public. */
  readonly pages: Readonly<Record<OfficialTopic, OfficialPage>>;
  /** Returns one of them with its title in the reader's language. */
  readonly pageIn: (topic: OfficialTopic, language?: Language) => OfficialPage;
  /**
   * The notice that the sponsor of an event with food sends to it beforehand; undefined if it requires none.
   */
  readonly eventNotice: EventNotice | undefined;
  readonly licenses: LicenseVocabulary;
  /** Numbers that it never issues, for demo records. */
  readonly fictional: {
    readonly isDigits: (digits: string) => boolean;
    readonly isVisit: (visitId: number) => boolean;
  };
  /**
   * Reads one whole file, recognized by its content. Never throws because of the content: see `problem`.
   * Keeps the visits of food trucks, hot dog carts and caterers, unless `keepsVisits` says otherwise.
   */
  readonly readFile: (
    file: FileToRead,
    today: IsoDate,
    keepsVisits?: (licenseType: string) => boolean,
  ) => Promise<ParsedFile>;
  /**
   * Does the same, but packs the rows as they are read. The rows of a large file as objects would fill the
   * memory.
   */
  readonly packFile: (file: FileToRead, today: IsoDate) => Promise<PackedFile>;
  /** The shape of its rows, and how they change from one edition to the next. */
  readonly profiles: FileProfiles;
  /** The site from which an operator saves files by hand. */
  readonly siteUrl: string;
  /** The list of files that is part of the service. */
  readonly fileList: FileList;
  /** Reads another list. Throws an Error that says what is wrong with it. */
  readonly parseFileList: (text: string) => FileList;
  /** Lists the files that are renewed under the same names. */
  readonly listFiles: (list?: FileList) => readonly SourceFile[];
  /** Finds the links to files on its page, which is not trusted. */
  readonly findLinks: (page: string, baseUrl: URL, list: FileList) => PageLink[];
  /** Plans every file to request, in order. */
  readonly planFiles: (request: PlanRequest) => PlannedFile[];
  /** A file that should be renewed is late if it stays the same for more days than this. */
  readonly renewedWithinDays: number;
  /** Returns the meaning of a disposition. An unknown one has the result "unknown". */
  readonly dispositionOf: (text: string) => Disposition;
  /** The disposition with which an inspector requests that a business be closed at once. */
  readonly emergencyOrder: string;
  /** The regulator's name for a closure in its weekly reports, which may give no reason. */
  readonly emergencyClosure: string;
  /** The disposition of an inspection that met standards. */
  readonly nothingToDo: string;
  readonly inspectionTypes: {
    /** An inspection before a business opens or a new owner takes over. */
    readonly preOpening: string;
    /** An unannounced inspection of a running business. */
    readonly routine: string;
    readonly isComplaint: (inspectionType: string) => boolean;
  };
  /** Its categories of violations are numbered from 1 to this. */
  readonly categoryMax: number;
  readonly violationCategory: (category: number) => ViolationCategory;
  /**
   * Returns our gloss of a disposition or a kind of inspection for readers of another language; undefined in
   * English, and for unknown words.
   */
  readonly glossOf: (words: string, language: Language) => string | undefined;
  /** Returns the title of a category, in our words. */
  readonly categoryTitle: (category: number, language: Language) => string;
  /** Returns an inspector's text without the additions of inspections after the day. */
  readonly observationAsOf: (text: string, asOf: IsoDate) => string;
  /** Returns the corrective action of a kind of vendor for a category. Every category has one. */
  readonly categoryAction: (category: number, kind: LicenseKind, language?: Language) => CategoryAction;
  /** Words in many business names, in lower case and without punctuation. */
  readonly commonNameWords: ReadonlySet<string>;
  /** The subset of these words that describes the kind of business. */
  readonly businessKindWords: ReadonlySet<string>;
  readonly counties: readonly County[];
  /** Returns the time zone of a whole county, by name; undefined if it has two, and for unknown counties. */
  readonly timeZoneOf: (county: string) => string | undefined;
  /** The districts that its files are divided by. */
  readonly districts: readonly number[];
  /**
   * Returns the county with this code of the regulator; undefined for codes of other states and unknown ones.
   */
  readonly findCounty: (code: string) => County | undefined;
  /** Returns the regulator's fiscal year, `2017-18`. */
  readonly fiscalYearOf: (day: IsoDate) => string;
  /** The data that the published back-test used. */
  readonly backtested: { readonly region: Texts; readonly files: readonly string[] };
}

interface TimeZone {
  /** IANA name. */
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
  /** Any other reason why it could not be loaded. */
  readonly problem?: { readonly code: string; readonly text: string } | undefined;
}

export type SourceFileKind =
  | 'licenses'
  | 'inspections'
  | 'new_licenses'
  | 'ownership_changes'
  | 'closures'
  | 'final_orders';

/** One file the regulator publishes: `path` is below the base URL of the source. */
export interface SourceFile {
  readonly name: string;
  readonly path: string;
  /** Other places to request it from, in order. */
  readonly otherPaths?: readonly string[];
  readonly kind: SourceFileKind;
  /** The district of its rows; null for all of the state. */
  readonly district: number | null;
  readonly maxBytes: number;
  /** Its fiscal year, week, month or year, by our name; null or missing for a file that is renewed. */
  readonly period?: string | null;
}

/** Names and addresses of the files, with placeholders for districts and periods. */
export interface FileList {
  /** The path of the page that links files; empty if there is none. */
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
  /** The placeholder of its period; null for a file that is renewed. */
  readonly period: string | null;
}

/** A link of the regulator's page to a file of the list. */
export interface PageLink {
  readonly name: string;
  /** Below the base URL. */
  readonly path: string;
  /** The name of its pattern. */
  readonly pattern: string;
  /** The period in the name's spelling; empty for a file that is renewed. */
  readonly part: string;
}

export interface PlanRequest {
  /** The links on the regulator's page; empty without a page. */
  readonly links: readonly PageLink[];
  readonly today: IsoDate;
  /** The number of years of inspections that a score looks back. One more fiscal year is requested. */
  readonly years: number;
  /** Defaults to the service's own list. */
  readonly list?: FileList;
}

/** A file to request. */
export interface PlannedFile extends SourceFile {
  readonly otherPaths: readonly string[];
  readonly period: string | null;
  /** From this day on its bytes stay the same; null for a file that is renewed. */
  readonly finalOn: IsoDate | null;
  /** True if the regulator's page links it. */
  readonly isLinked: boolean;
  /** The name of the file that makes this one unnecessary once it is imported. */
  readonly unless: string | null;
  /** Files of one step are published together, the lowest step first. */
  readonly step: number;
}

type DispositionResult = 'met' | 'follow_up' | 'closed' | 'unknown';

/** The meaning of a visit's outcome. */
export interface Disposition {
  readonly result: DispositionResult;
  /**
   * The enforcement action that it counts as: emergency orders, complaints and warnings are counted by it.
   */
  readonly measure: 'none' | 'warning' | 'complaint' | 'emergency' | 'determination';
  /** Says if the vendor must not operate after it, may operate again, or neither. */
  readonly effect: 'closes' | 'reopens' | 'none';
  /**
   * The severity, from 0 (met) to 6 (closed), used to find the worst disposition of a case. Unknown counts
   * just above met.
   */
  readonly severity: number;
}

export interface ViolationCategory {
  readonly category: number;
  /** In our words. */
  readonly title: string;
  /** Reported to the fire authority. Counts in the category, but not in the inspection's totals. */
  readonly reportingOnly: boolean;
}

export interface County {
  /** The regulator's code, also the first two digits of a license issued there. */
  readonly code: string;
  /** Official county name. */
  readonly name: string;
  /** The regulator's district. */
  readonly district: number;
}
