import type { LicenseKind, LicenseStatus, LicenseVocabulary, Rank } from '../../source/license-vocabulary.ts';
import { isRegularExpiry, nextRegularExpiry } from './expiry-days.ts';
import type { LicenseTypeCode } from './license-type-codes.ts';

const TYPES: readonly LicenseTypeCode[] = ['2013', '2014'];
/** The kind assumed for a license whose rank is unknown. 96% of mobile licenses are food trucks. */
const KINDS_OF_TYPES: ReadonlyMap<string, LicenseKind> = new Map([
  ['2013', 'caterer'],
  ['2014', 'food_truck'],
]);
const TYPES_OF_LETTERS: ReadonlyMap<string, LicenseTypeCode> = new Map([
  ['MFD', '2014'],
  ['HTD', '2014'],
  ['CAT', '2013'],
]);
const RANKS: ReadonlyMap<string, Rank> = new Map([
  ['MFDV', { letters: 'MFD', kind: 'food_truck' }],
  ['HTDG', { letters: 'HTD', kind: 'hot_dog_cart' }],
  ['CATR', { letters: 'CAT', kind: 'caterer' }],
]);

export const CURRENT = '20';
export const DELINQUENT = '45';
const RELINQUISHED = '46';
/** The secondary status in the row for a former holder, after the license got a new holder. */
export const SUPERSEDED = '45';
/** The primary status codes of vendor licenses in the regulator's files. */
export const PRIMARY_STATUSES: ReadonlySet<string> = new Set([CURRENT, DELINQUENT, RELINQUISHED]);
const SECONDARY_STATUSES: ReadonlySet<string> = new Set(['18', '20', '45']);

/** The letters, ranks and codes of the regulator's licenses. */
export const LICENSES: LicenseVocabulary = {
  types: TYPES,
  isType: isVendorLicenseType,
  kindOfType: (code) => KINDS_OF_TYPES.get(code),
  typeOfKind: (kind) => (kind === 'caterer' ? '2013' : '2014'),
  kindOf,
  letters: [...TYPES_OF_LETTERS.keys()],
  typeOfLetters: (letters) => TYPES_OF_LETTERS.get(letters),
  otherLetters: new Set(['SEA', 'NOS', 'VEN', 'PAR']),
  lettersOf,
  findRank,
  hasDigitsOfItsOwn: (licenseType) => licenseType === '2014',
  digitsCount: 7,
  example: { letters: 'MFD', digits: '5812345' },
  restaurants: '2010',
  isCurrent: (primary) => primary === CURRENT,
  statusOf,
  precedenceOf,
  isRegularExpiry,
  nextRegularExpiry,
};

/** Returns true for the two license types that this service covers: 2013 and 2014. */
export function isVendorLicenseType(code: string): code is LicenseTypeCode {
  return code === '2013' || code === '2014';
}

/** Returns the meaning of a rank in the license file, or undefined for ranks of other kinds of businesses. */
function findRank(code: string): Rank | undefined {
  return RANKS.get(code);
}

/**
 * Returns the rank for the letters in a license number, or undefined for letters of other kinds of
 * businesses.
 */
export function rankOfLetters(letters: string): string | undefined {
  return [...RANKS].find(([, rank]) => rank.letters === letters)?.[0];
}

/** Returns true if the regulator's files use this combination of codes for vendor licenses. */
export function isKnownStatus(primary: string, secondary: string): boolean {
  if (secondary === '') return primary === DELINQUENT || primary === RELINQUISHED;
  return PRIMARY_STATUSES.has(primary) && SECONDARY_STATUSES.has(secondary);
}

function lettersOf(licenseType: string, rank?: string): string {
  if (licenseType === '2013') return 'CAT';
  return rank === 'HTDG' ? 'HTD' : 'MFD';
}

function kindOf(licenseType: LicenseTypeCode, rank: string | undefined): LicenseKind {
  if (licenseType === '2013') return 'caterer';
  return rank === 'HTDG' ? 'hot_dog_cart' : 'food_truck';
}

/**
 * Returns the license status for the two codes. Primary 20 means current, 45 delinquent, and 46 relinquished.
 * Secondary 20 means active; 18 appears while a change of owner is pending. A code that no regulator page
 * explains is "unknown"; its meaning is never guessed.
 */
function statusOf(primary: string, secondary: string): LicenseStatus {
  if (primary === RELINQUISHED) return 'relinquished';
  if (primary !== CURRENT && primary !== DELINQUENT) return 'unknown';
  if (secondary === '18') return 'transfer_pending';
  if (secondary === '20') return primary === CURRENT ? 'current' : 'delinquent';
  // A blank does not mean "active". It is accepted only if the license is not current anyway.
  return secondary === '' && primary !== CURRENT ? 'delinquent' : 'unknown';
}

const PRECEDENCE = ['20/20', '20/', '20/18', '45/20', '45/', '45/18', '46/', '46/45', '45/45'];

function precedenceOf(primary: string, secondary: string): number {
  const index = PRECEDENCE.indexOf(`${primary}/${secondary}`);
  return index === -1 ? PRECEDENCE.length : index;
}
