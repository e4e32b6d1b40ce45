import type { IsoDate } from '../../lib/time/dates.ts';
import type { LicenseType } from './license-type.ts';

/** The kind of business for which a vendor is licensed. */
export type LicenseKind = 'food_truck' | 'hot_dog_cart' | 'caterer';

/** The status of a license (contract 2.6). It is "unknown" for status codes without a published meaning. */
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
  /** The letters that the regulator writes before the digits. */
  readonly letters: string;
  readonly kind: LicenseKind;
}

/** Describes how a regulator numbers, types and ranks the licenses that this service covers. */
export interface LicenseVocabulary {
  /** The codes of the license types, as they appear in responses, receipts and stored rows. */
  readonly types: readonly LicenseType[];
  readonly isType: (code: string) => code is LicenseType;
  /**
   * Returns the kind assumed for a license of this type if its rank is unknown, or undefined for other types.
   */
  readonly kindOfType: (code: string) => LicenseKind | undefined;
  readonly typeOfKind: (kind: LicenseKind) => LicenseType;
  readonly kindOf: (licenseType: LicenseType, rank: string | undefined) => LicenseKind;
  /** The letters that license numbers begin with, as displayed to people. */
  readonly letters: readonly string[];
  /** Returns the license type for the letters in a number, which must be capitals. */
  readonly typeOfLetters: (letters: string) => LicenseType | undefined;
  /** The letters in the license numbers of other businesses. Their digits may be the same as a caterer's. */
  readonly otherLetters: ReadonlySet<string>;
  /** Returns the letters for a license number, even if its rank is unknown. */
  readonly lettersOf: (licenseType: string, rank?: string) => string;
  readonly findRank: (code: string) => Rank | undefined;
  /** Returns true if no license of a different type can have the same digits as one of this type. */
  readonly hasDigitsOfItsOwn: (licenseType: LicenseType) => boolean;
  /** The number of digits that every license number has. */
  readonly digitsCount: number;
  /** An example number to show to people. */
  readonly example: { readonly letters: string; readonly digits: string };
  /** The license type of restaurants, which a back-test needs. */
  readonly restaurants: string;
  /** Returns true if the primary status code means current, with any secondary code. */
  readonly isCurrent: (primary: string) => boolean;
  /** Returns the status that a row in the newest license file shows. */
  readonly statusOf: (primary: string, secondary: string) => LicenseStatus;
  /**
   * Returns a row's precedence among several rows for one license number. The row with the lowest value is
   * used: the current holder's row precedes a former holder's.
   */
  readonly precedenceOf: (primary: string, secondary: string) => number;
  /** Returns true if licenses with this number expire on this month and day. */
  readonly isRegularExpiry: (digits: string, day: IsoDate) => boolean;
  /**
   * Returns the first date after `day` on which licenses with this number expire, or undefined if it is
   * unknown.
   */
  readonly nextRegularExpiry: (digits: string, day: IsoDate) => IsoDate | undefined;
}
