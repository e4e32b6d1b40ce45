import { normalizeText } from '../../lib/text/normalize-text.ts';
import type { LicenseKind } from '../source/license-vocabulary.ts';
import { type LicenseType, REGULATOR } from '../source/regulator.ts';

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
  /** What was read: the whole text, or the number alone when the text has other digits too. */
  readonly read: string;
}

/** Digits with nothing between them but what people write inside a number, and the word before them. */
interface DigitCluster {
  readonly letters: string;
  readonly groups: readonly string[];
}

/** Typed O, I and l are digits that were misread. */
const INSIDE_NUMBER = /^(?:[\s.:#_\p{Pd}oil]*|,)$/iu;
const WORD_BEFORE = /([a-z]+)[^a-z0-9]*$/i;
const LETTERS_BEFORE_MAX = 20;
/** Two digits too many are still a slip; in groups, more are those of a phone number. */
const MISTYPED_DIGITS_MAX = licenses.digitsCount + 2;

/**
 * Reads what somebody typed as a license number. A text with one complete number in it (`Lic# ABC5812345, exp. 10/2027`) means
 * that number. Otherwise all digits must be those of one number in any spelling (`abc-58 12345`), some of which may be
 * missing. Undefined without digits, and for digits that can't be those of one number.
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
  // Known letters name one number: "ABC581234, phone 5550123" has one with a digit missing.
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
