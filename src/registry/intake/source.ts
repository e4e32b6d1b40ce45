import type { IsoDate } from '../../lib/dates.ts';
import type { ParsedFile } from './parsed-file.ts';

/**
 * What one regulator's files and words are to the rest of the registry. Everything that only this regulator knows
 * stands behind it: layouts, codes, places, categories and the vocabulary of its dispositions.
 */
export interface Source {
  /** As it is named in short. */
  readonly name: string;
  /** Its office that publishes the records, in full. */
  readonly office: string;
  /** Where the office explains its inspections to the public. */
  readonly page: string;
  /**
   * Reads one file whole, recognising it by its content. Never throws for what a file holds: see `problem`.
   * Visits of food trucks, hot dog carts and caterers are kept, unless `keepsVisits` says otherwise.
   */
  readonly readFile: (
    file: FileToRead,
    today: IsoDate,
    keepsVisits?: (licenseType: string) => boolean,
  ) => Promise<ParsedFile>;
  /** The files to fetch daily. */
  readonly listFiles: () => readonly SourceFile[];
  /** What a disposition means; one that nobody knows has the result "unknown". */
  readonly dispositionOf: (text: string) => Disposition;
  /** The disposition by which an inspector asks for a business to be closed at once. */
  readonly emergencyOrder: string;
  readonly inspectionTypes: {
    /** Made before a business opens or a new owner takes over. */
    readonly preOpening: string;
    /** Made of a running business, unannounced. */
    readonly routine: string;
  };
  readonly violationCategory: (category: number) => ViolationCategory;
  /** The county with this code of the regulator's; undefined for codes of other states and unknown ones. */
  readonly findCounty: (code: string) => County | undefined;
  /** The regulator's fiscal year, `2017-18`. */
  readonly fiscalYearOf: (day: IsoDate) => string;
}

export interface FileToRead {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly publishedAt: string | null;
  /** Whether it was not loaded for its size. */
  readonly isTooLarge?: boolean;
}

export type SourceFileKind = 'licenses' | 'inspections' | 'new_licenses' | 'ownership_changes';

/** One file the regulator publishes: `path` is below the base URL of the source. */
export interface SourceFile {
  readonly name: string;
  readonly path: string;
  readonly kind: SourceFileKind;
  readonly maxBytes: number;
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
