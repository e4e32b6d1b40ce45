import type { LicenseKind } from '../sources/license-vocabulary.ts';
import { type LicenseType, REGULATOR } from '../sources/regulator.ts';

/**
 * License numbers (contract 2.2): matched on digits only. Within the license types of vendors digits are unique in all
 * known data. What letters, types and ranks mean is the regulator's (`sources/license-vocabulary.ts`).
 */
const { licenses } = REGULATOR;

/** A license number as a caller may spell it: the digits, and what known letters before them name. */
interface LicenseNumber {
  readonly digits: string;
  readonly licenseType: LicenseType | undefined;
  /** Whether the letters are those of businesses that this service is not about. */
  readonly isOther: boolean;
}

/** Reads any spelling (`abc-58 12345`, `ABC5812345`, `5812345`); undefined when it holds no ASCII digit. */
export function parseLicenseNumber(text: string): LicenseNumber | undefined {
  const digits = text.replace(/[^0-9]/g, '');
  if (digits === '') return undefined;
  const letters = text.replace(/[^A-Za-z]/g, '').toUpperCase();
  return {
    digits,
    licenseType: licenses.typeOfLetters(letters),
    isOther: licenses.otherLetters.has(letters),
  };
}

/** What a license is known by in maps: digits alone may be those of two licenses. */
export function licenseKey(licenseType: string, digits: string): string {
  return `${licenseType}:${digits}`;
}

/** {@link licenseKey} of a row of the ledger. */
export function licenseRefKey(license: {
  readonly license_type: string;
  readonly license_digits: string;
}): string {
  return licenseKey(license.license_type, license.license_digits);
}

/** The license types this service is about. */
export const VENDOR_LICENSE_TYPES: readonly LicenseType[] = licenses.types;

/** Whether this service is about licenses of this type. */
export function isVendorLicenseType(code: string): code is LicenseType {
  return licenses.isType(code);
}

/** The full number where the license file tells the rank, bare digits where only inspections are known. */
export function formatLicenseNumber(rank: string | undefined, digits: string): string {
  return `${(rank && licenses.findRank(rank)?.letters) ?? ''}${digits}`;
}

/** A number with letters, whatever is known of its rank. */
export function numberWithLetters(licenseType: string, digits: string, rank?: string): string {
  return `${licenses.lettersOf(licenseType, rank)}${digits}`;
}

/** A formatted number with letters: one known from inspections alone has none, and gets those of its type. */
export function completeNumber(number: string, licenseType: string): string {
  return /^[A-Z]/.test(number) ? number : numberWithLetters(licenseType, number);
}

/** What kind of vendor it is; without rank, what its type is taken as. */
export function licenseKind(licenseType: LicenseType, rank: string | undefined): LicenseKind {
  return licenses.kindOf(licenseType, rank);
}

/** How many digits the number of every license has. */
export const LICENSE_DIGITS: number = licenses.digitsCount;

/** A number as people are shown one: `ABC5812345`. */
export const EXAMPLE_NUMBER = `${licenses.example.letters}${licenses.example.digits}`;
