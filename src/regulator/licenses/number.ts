import { normalizeText } from '../../lib/text/normalize-text.ts';
import type { LicenseKind } from '../source/license-vocabulary.ts';
import { type LicenseType, REGULATOR } from '../source/regulator.ts';

/**
 * License numbers (contract 2.2) are matched by their digits only. Within the vendor license types, no two
 * licenses in the known data have the same digits. The regulator defines letters, types and ranks
 * (`source/license-vocabulary.ts`).
 */
const { licenses } = REGULATOR;

/**
 * A license number as typed by a caller: its digits, and the meaning of the letters before them if they are
 * known.
 */
interface LicenseNumber {
  readonly digits: string;
  readonly licenseType: LicenseType | undefined;
  /** True if the letters are for a kind of business that this service does not cover. */
  readonly isOther: boolean;
  /** The text that was parsed: the whole text, or only the number if the text contains other digits. */
  readonly read: string;
}

/**
 * Digits that are separated only by characters that people write inside a number, and the word before them.
 */
interface DigitCluster {
  readonly letters: string;
  readonly groups: readonly string[];
}

/**
 * Matches characters allowed between the digits of a number. A typed O, I or l counts as a mistyped digit.
 */
const INSIDE_NUMBER = /^(?:[\s.:#_\p{Pd}oil]*|,)$/iu;
const WORD_BEFORE = /([a-z]+)[^a-z0-9]*$/i;
const LETTERS_BEFORE_MAX = 20;
/**
 * The maximum number of digits in a mistyped license number. Up to two extra digits can be a typing error. If
 * there are more, in several groups, they belong to a phone number.
 */
const MISTYPED_DIGITS_MAX = licenses.digitsCount + 2;

/**
 * Parses typed text as a license number. If the text contains exactly one complete number (`Lic# ABC5812345,
 * exp. 10/2027`), returns that number. Otherwise, all digits must belong to a single number in any format
 * (`abc-58 12345`), possibly with some missing. Returns undefined if there are no digits, or if they cannot
 * belong to a single number.
 */
export function parseLicenseNumber(typed: string): LicenseNumber | undefined {
  const text = normalizeText(typed, 'NFKC');
  const found = findOnlyNumber(listClusters(text));
  if (!found) return undefined;
  const letters = [found.letters, text.replace(/[^A-Za-z]/g, '').toUpperCase()].find(areKnown) ?? '';
  return {
    digits: found.digits,
    licenseType: licenses.typeOfLetters(letters),
    isOther: licenses.otherLetters.has(letters),
    read: found.digits === text.replace(/[^0-9]/g, '') ? typed : `${letters}${found.digits}`,
  };
}

function listClusters(text: string): DigitCluster[] {
  const clusters: { letters: string; groups: string[] }[] = [];
  let end = 0;
  for (const { 0: group, index } of text.matchAll(/[0-9]+/g)) {
    const last = clusters.at(-1);
    if (last && INSIDE_NUMBER.test(text.slice(end, index))) last.groups.push(group);
    else {
      const before = text.slice(Math.max(end, index - LETTERS_BEFORE_MAX), index);
      clusters.push({ letters: (WORD_BEFORE.exec(before)?.[1] ?? '').toUpperCase(), groups: [group] });
    }
    end = index + group.length;
  }
  return clusters;
}

function findOnlyNumber(
  clusters: readonly DigitCluster[],
): { readonly letters: string; readonly digits: string } | undefined {
  const [only] = clusters;
  const numbers = clusters.flatMap(({ letters, groups }) => {
    const whole = groups.filter(isComplete);
    const joined = groups.join('');
    if (whole.length === 0 && isComplete(joined) && areKnown(letters)) whole.push(joined);
    return whole.map((digits) => ({ letters, digits }));
  });
  const [first] = numbers;
  if (!first) {
    const digits = only?.groups.join('') ?? '';
    const isOne =
      only && clusters.length === 1 && (only.groups.length === 1 || digits.length <= MISTYPED_DIGITS_MAX);
    return isOne ? { letters: only.letters, digits } : undefined;
  }
  // Known letters mark a number: "ABC581234, phone 5550123" contains one with a missing digit.
  const lettered = clusters.filter(({ letters }) => areKnown(letters));
  const isOne =
    numbers.every(({ digits }) => digits === first.digits) &&
    lettered.every(({ groups }) => groups.join('').startsWith(first.digits)) &&
    new Set(lettered.map(({ letters }) => letters)).size <= 1;
  return isOne ? { letters: lettered[0]?.letters ?? '', digits: first.digits } : undefined;
}

function isComplete(digits: string): boolean {
  return digits.length === licenses.digitsCount;
}

function areKnown(letters: string): boolean {
  return licenses.typeOfLetters(letters) !== undefined || licenses.otherLetters.has(letters);
}

/**
 * Returns a key that identifies a license in a map. It includes the type, because two licenses may have the
 * same digits.
 */
export function licenseKey(licenseType: string, digits: string): string {
  return `${licenseType}:${digits}`;
}

/** Returns the {@link licenseKey} for a row in the ledger. */
export function licenseRefKey(license: {
  readonly license_type: string;
  readonly license_digits: string;
}): string {
  return licenseKey(license.license_type, license.license_digits);
}

/** Returns true for the {@link licenseKey} of a fictional vendor. */
export function isFictionalKey(key: string): boolean {
  return REGULATOR.fictional.isDigits(key.slice(key.indexOf(':') + 1));
}

/** The license types that this service covers. */
export const VENDOR_LICENSE_TYPES: readonly LicenseType[] = licenses.types;

/** Returns true if this service covers licenses of this type. */
export function isVendorLicenseType(code: string): code is LicenseType {
  return licenses.isType(code);
}

/**
 * Returns the number with its letters if the rank is known from a license file, or only the digits if the
 * license is known only from inspections.
 */
export function formatLicenseNumber(rank: string | undefined, digits: string): string {
  return `${(rank && licenses.findRank(rank)?.letters) ?? ''}${digits}`;
}

/** Returns the number with letters. If the rank is unknown, adds the letters for the license type. */
export function numberWithLetters(licenseType: string, digits: string, rank?: string): string {
  return `${licenses.lettersOf(licenseType, rank)}${digits}`;
}

/** Adds letters to a formatted number that has none because it is known only from inspections. */
export function completeNumber(number: string, licenseType: string): string {
  return /^[A-Z]/.test(number) ? number : numberWithLetters(licenseType, number);
}

/** Returns the kind of vendor. If the rank is unknown, returns the kind assumed for the license type. */
export function licenseKind(licenseType: LicenseType, rank: string | undefined): LicenseKind {
  return licenses.kindOf(licenseType, rank);
}

/** The number of digits that every license number has. */
export const LICENSE_DIGITS: number = licenses.digitsCount;

/** An example number as displayed to people: `ABC5812345`. */
export const EXAMPLE_NUMBER = `${licenses.example.letters}${licenses.example.digits}`;
