import type { Language, Texts } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { FileProfiles } from './file-profile.ts';
import type { LicenseKind, LicenseVocabulary } from './license-vocabulary.ts';
import type { OtherLicense, OtherLicenseCode } from './other-license.ts';
import type { PackedFile, ParsedFile } from './parsed-file.ts';

/**
 * What one regulator's files and words are to the rest of the service. Everything that only this regulator knows
 * stands behind it. docs/architecture.md says what else a second one would need.
 */
export interface Source {
  /** What ids of vendors are made from; never to be changed. */
  readonly key: string;
  /** As it is named in short, with its jurisdiction. */
  readonly name: string;
  /** As people of the trade call it. */
  readonly shortName: string;
  /** The state whose vendors it licenses. */
  readonly jurisdiction: string;
  /**
   * How people write the state behind a city, what they call a column of license numbers, and cities by their short names, with the
   * usual abbreviations written out; lower case.
   */
  readonly spellings: {
    readonly state: readonly string[];
    readonly number: readonly string[];
    readonly cities: Readonly<Record<string, string>>;
  };
  /** Its office that publishes the records, in full. */
  readonly office: string;
  /** Who licenses the vendors that its records leave out: half a sentence. */
  readonly otherAgency: (language: Language) => string;
  /** The licenses to serve food that its records of vendors leave out. */
  readonly otherLicenses: (language: Language) => readonly OtherLicense[];
  /** The kind of such a license that words in the place of a number name; undefined for none. */
  readonly otherLicenseIn: (text: string) => OtherLicenseCode | undefined;
  /** The time zones of its jurisdiction; days are those of the first. */
  readonly timeZones: readonly [TimeZone, ...TimeZone[]];
  /** Where it explains its rules to the public. */
  readonly pages: Readonly<Record<OfficialTopic, OfficialPage>>;
  /** One of them with its title in the language of the reader. */
  readonly pageIn: (topic: OfficialTopic, language?: Language) => OfficialPage;
  /** What the sponsor of an event with food tells it before, or should; undefined where it asks for nothing. */
  readonly eventNotice: EventNotice | undefined;
  readonly licenses: LicenseVocabulary;
  /** Numbers that it never issues, for demo records. */
  readonly fictional: {
    readonly isDigits: (digits: string) => boolean;
    readonly isVisit: (visitId: number) => boolean;
  };
  /**
   * Reads one file whole, recognising it by its content. Never throws for what a file holds: see `problem`.
   * Visits of food trucks, hot dog carts and caterers are kept, unless `keepsVisits` says otherwise.
   */
  readonly readFile: (
    file: FileToRead,
    today: IsoDate,
    keepsVisits?: (licenseType: string) => boolean,
  ) => Promise<ParsedFile>;
  /** The same, with its rows packed as they are read: as objects those of a large file fill the memory. */
  readonly packFile: (file: FileToRead, today: IsoDate) => Promise<PackedFile>;
  /** What its rows look like, and how they change from one edition to the next. */
  readonly profiles: FileProfiles;
  /** Its site, where the files are that an operator saves by hand. */
  readonly siteUrl: string;
  /** The list of files that the service comes with. */
  readonly fileList: FileList;
  /** Reads another list. Throws an Error that says what is wrong with it. */
  readonly parseFileList: (text: string) => FileList;
  /** The files that are renewed under the same names. */
  readonly listFiles: (list?: FileList) => readonly SourceFile[];
  /** The links to files on its page, which is not trusted. */
  readonly findLinks: (page: string, baseUrl: URL, list: FileList) => PageLink[];
  /** Every file to ask for, in order. */
  readonly planFiles: (request: PlanRequest) => PlannedFile[];
  /** A file that should be renewed and is the same for more days than these is late. */
  readonly renewedWithinDays: number;
  /** What a disposition means; one that nobody knows has the result "unknown". */
  readonly dispositionOf: (text: string) => Disposition;
  /** The disposition by which an inspector asks for a business to be closed at once. */
  readonly emergencyOrder: string;
  /** What the regulator calls a closure of its weekly reports, which may give no reason. */
  readonly emergencyClosure: string;
  /** The disposition of an inspection that met standards. */
  readonly nothingToDo: string;
  readonly inspectionTypes: {
    /** Made before a business opens or a new owner takes over. */
    readonly preOpening: string;
    /** Made of a running business, unannounced. */
    readonly routine: string;
    readonly isComplaint: (inspectionType: string) => boolean;
  };
  /** Its categories of violations are numbered from 1 to this. */
  readonly categoryMax: number;
  readonly violationCategory: (category: number) => ViolationCategory;
  /** Our gloss of a disposition or a kind of inspection for readers of another language; undefined in English, and of unknown words. */
  readonly glossOf: (words: string, language: Language) => string | undefined;
  /** The title of a category, in our words. */
  readonly categoryTitle: (category: number, language: Language) => string;
  /** An inspector's text without what later inspections than those of the day added to it. */
  readonly observationAsOf: (text: string, asOf: IsoDate) => string;
  /** What a vendor of a kind of license does about a category; every category has something. */
  readonly categoryAction: (category: number, kind: LicenseKind, language?: Language) => CategoryAction;
  /** Words, in lower case and without punctuation, that many businesses have in their names. */
  readonly commonNameWords: ReadonlySet<string>;
  /** Those of them that say what a business is, not which one. */
  readonly businessKindWords: ReadonlySet<string>;
  readonly counties: readonly County[];
  /** The time zone that all of a county keeps, by its name; undefined where it keeps two, and for unknown counties. */
  readonly timeZoneOf: (county: string) => string | undefined;
  /** The districts that its files are cut by. */
  readonly districts: readonly number[];
  /** The county with this code of the regulator's; undefined for codes of other states and unknown ones. */
  readonly findCounty: (code: string) => County | undefined;
  /** The regulator's fiscal year, `2017-18`. */
  readonly fiscalYearOf: (day: IsoDate) => string;
  /** What the published back-test was run on. */
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
  /** Who it goes to, in full. */
  readonly office: string;
  readonly email: string;
  /** How many business days before the event, at the least. */
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
  /** Whether it was not loaded for its size. */
  readonly isTooLarge?: boolean;
  /** Called for each row; throws when reading has taken too long. */
  readonly checkTime?: (() => void) | undefined;
  /** Why it could not be loaded for another reason. */
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
  /** Where it may be if it is not there, in the order in which to ask. */
  readonly otherPaths?: readonly string[];
  readonly kind: SourceFileKind;
  /** Whose rows it has; null for all of the state. */
  readonly district: number | null;
  readonly maxBytes: number;
  /** The fiscal year, week, month or year that it is about, as we name it; null or none for a file that is renewed. */
  readonly period?: string | null;
}

/** Names and addresses of the files, with placeholders for districts and periods. */
export interface FileList {
  /** The path of the page that links files; empty for none. */
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
  /** The period as the name writes it; empty for a file that is renewed. */
  readonly part: string;
}

export interface PlanRequest {
  /** What the regulator's page links; empty without a page. */
  readonly links: readonly PageLink[];
  readonly today: IsoDate;
  /** How many years of inspections a score looks back; one more fiscal year is asked for. */
  readonly years: number;
  /** The list that the service comes with, unless given. */
  readonly list?: FileList;
}

/** A file to ask for. */
export interface PlannedFile extends SourceFile {
  readonly otherPaths: readonly string[];
  readonly period: string | null;
  /** From this day on its bytes stay the same; null for a file that is renewed. */
  readonly finalOn: IsoDate | null;
  /** Whether the regulator's page links it. */
  readonly isLinked: boolean;
  /** The name of the file that makes this one unnecessary once it was taken in. */
  readonly unless: string | null;
  /** Files of one step are published together, the lowest step first. */
  readonly step: number;
}

type DispositionResult = 'met' | 'follow_up' | 'closed' | 'unknown';

/** What the outcome of a visit means. */
export interface Disposition {
  readonly result: DispositionResult;
  /** Which measure it belongs to; counts of emergency orders, complaints and warnings go by it. */
  readonly measure: 'none' | 'warning' | 'complaint' | 'emergency' | 'determination';
  /** Whether the vendor must not operate after it, may operate again, or neither can be told from it. */
  readonly effect: 'closes' | 'reopens' | 'none';
  /** 0 met … 6 closed: how bad, for the worst disposition of a case. Unknown counts just above met. */
  readonly gravity: number;
}

export interface ViolationCategory {
  readonly category: number;
  /** In our words. */
  readonly title: string;
  /** Told to the fire authority; counted in the category, not in the inspection's totals. */
  readonly reportingOnly: boolean;
}

export interface County {
  /** The regulator's code: also the first two digits of a license issued there. */
  readonly code: string;
  /** Official county name. */
  readonly name: string;
  /** The regulator's district. */
  readonly district: number;
}
