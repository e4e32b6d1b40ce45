import type { IsoDate } from '../../lib/time/dates.ts';
import type { LicenseType } from './license-type.ts';

/** What a vendor's license is for. */
export type LicenseKind = 'food_truck' | 'hot_dog_cart' | 'caterer';

/** What a license's status codes mean (contract 2.6); "unknown" for a code whose meaning nobody published. */
export type LicenseStatus =
  | 'current'
  | 'delinquent'
  | 'relinquished'
  | 'transfer_pending'
  | 'not_on_file'
  | 'no_file'
  | 'unknown';

/** What a rank of the license file says of a license. */
export interface Rank {
  /** What the regulator writes before the digits. */
  readonly letters: string;
  readonly kind: LicenseKind;
}

/** How one regulator numbers, types and ranks the licenses that this service is about. */
export interface LicenseVocabulary {
  /** The codes of the license types; answers, receipts and stored rows carry them. */
  readonly types: readonly LicenseType[];
  readonly isType: (code: string) => code is LicenseType;
  /** The kind that a license of this type is taken as without a rank; undefined for other types. */
  readonly kindOfType: (code: string) => LicenseKind | undefined;
  readonly typeOfKind: (kind: LicenseKind) => LicenseType;
  readonly kindOf: (licenseType: LicenseType, rank: string | undefined) => LicenseKind;
  /** The letters that numbers begin with, as people are told of them. */
  readonly letters: readonly string[];
  /** The type that the letters of a number name, in capitals. */
  readonly typeOfLetters: (letters: string) => LicenseType | undefined;
  /** The letters that numbers of other businesses begin with; their digits may be a caterer's, too. */
  readonly otherLetters: ReadonlySet<string>;
  /** The letters of a number whose rank may be unknown. */
  readonly lettersOf: (licenseType: string, rank?: string) => string;
  readonly findRank: (code: string) => Rank | undefined;
  /** Whether no license of another type can have the digits of one of this type. */
  readonly hasDigitsOfItsOwn: (licenseType: LicenseType) => boolean;
  /** How many digits every number has. */
  readonly digitsCount: number;
  /** A number as people are shown one. */
  readonly example: { readonly letters: string; readonly digits: string };
  /** The license type of restaurants, which a back-test can be run on. */
  readonly restaurants: string;
  /** Whether a primary status code says current, whatever the secondary one says. */
  readonly isCurrent: (primary: string) => boolean;
  /** The status that a row of the newest license file stands for. */
  readonly statusOf: (primary: string, secondary: string) => LicenseStatus;
  /** Which of several rows for one number speaks for it, lowest first: the current holder's before a former holder's. */
  readonly precedenceOf: (primary: string, secondary: string) => number;
  /** Whether licenses of this number end on such a day of the year. */
  readonly isRegularExpiry: (digits: string, day: IsoDate) => boolean;
  /** The first day after `day` on which licenses of this number end; undefined when that is not known. */
  readonly nextRegularExpiry: (digits: string, day: IsoDate) => IsoDate | undefined;
}
