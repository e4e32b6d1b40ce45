import type { IsoDate } from '../../lib/time/dates.ts';
import type { LicenseType } from './license-type.ts';

/** The kind of business that a vendor's license permits. */
export type LicenseKind = 'food_truck' | 'hot_dog_cart' | 'caterer';

/**
 * The meaning of a license's status codes (contract 2.6); "unknown" for a code without a published meaning.
 */
export type LicenseStatus =
  | 'current'
  | 'delinquent'
  | 'relinquished'
  | 'transfer_pending'
  | 'not_on_file'
  | 'no_file'
  | 'unknown';

/** The meaning of a rank in the license file. */
export interface Rank {
  /** The letters that the regulator puts before the digits. */
  readonly letters: string;
  readonly kind: LicenseKind;
}

/** Describes how a regulator numbers, types and ranks the licenses that this service covers. */
export interface LicenseVocabulary {
  /** The codes of the license types, as they appear in responses, receipts and stored rows. */
  readonly types: readonly LicenseType[];
  readonly isType: (code: string) => code is LicenseType;
  /** Returns the kind assumed for a license of this type without a rank; undefined for other types. */
  readonly kindOfType: (code: string) => LicenseKind | undefined;
  readonly typeOfKind: (kind: LicenseKind) => LicenseType;
  readonly kindOf: (licenseType: LicenseType, rank: string | undefined) => LicenseKind;
  /** The letters at the beginning of numbers, as displayed to people. */
  readonly letters: readonly string[];
  /** Returns the type for a number's letters, in capitals. */
  readonly typeOfLetters: (letters: string) => LicenseType | undefined;
  /** The letters in other businesses' numbers. A caterer may have the same digits. */
  readonly otherLetters: ReadonlySet<string>;
  /** Returns the letters for a number whose rank may be unknown. */
  readonly lettersOf: (licenseType: string, rank?: string) => string;
  readonly findRank: (code: string) => Rank | undefined;
  /** Returns true if no license of a different type can have the same digits as one of this type. */
  readonly hasDigitsOfItsOwn: (licenseType: LicenseType) => boolean;
  /** The number of digits of every license number. */
  readonly digitsCount: number;
  /** An example number to display. */
  readonly example: { readonly letters: string; readonly digits: string };
  /** The license type of restaurants, for a back-test. */
  readonly restaurants: string;
  /** Returns true if a primary status code means current, with any secondary code. */
  readonly isCurrent: (primary: string) => boolean;
  /** Returns the status of a row in the newest license file. */
  readonly statusOf: (primary: string, secondary: string) => LicenseStatus;
  /**
   * Returns the precedence of a row among several rows for one number. The lowest is used: the current
   * holder's row precedes a former holder's.
   */
  readonly precedenceOf: (primary: string, secondary: string) => number;
  /** Returns true if licenses with this number expire on this day of the year. */
  readonly isRegularExpiry: (digits: string, day: IsoDate) => boolean;
  /** Returns the first day after `day` on which licenses with this number expire; undefined if unknown. */
  readonly nextRegularExpiry: (digits: string, day: IsoDate) => IsoDate | undefined;
}
