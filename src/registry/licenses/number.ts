/**
 * License numbers (contract 2.2): matched on digits only. The database holds food trucks and hot dog carts
 * (regulator's license type 2014) and caterers (2013); within that pair digits are unique in all known data.
 */
export type LicenseType = '2013' | '2014';
type LicenseKind = 'food_truck' | 'hot_dog_cart' | 'caterer';

const PREFIXES: Readonly<Record<string, LicenseType>> = { MFD: '2014', HTD: '2014', CAT: '2013' };
const RANK_PREFIXES: Readonly<Record<string, string>> = { MFDV: 'MFD', HTDG: 'HTD', CATR: 'CAT' };

/** A license number as a caller may spell it: the digits, and the license type where a known prefix names one. */
interface LicenseNumber {
  readonly digits: string;
  readonly licenseType: LicenseType | undefined;
}

/** Reads any spelling (`MFD-58 12345`, `mfd5812345`, `5812345`); undefined when it holds no ASCII digit. */
export function parseLicenseNumber(text: string): LicenseNumber | undefined {
  const digits = text.replace(/[^0-9]/g, '');
  if (digits === '') return undefined;
  const letters = text.replace(/[^A-Za-z]/g, '').toUpperCase();
  return { digits, licenseType: PREFIXES[letters] };
}

/** The two license types this service is about. */
export const VENDOR_LICENSE_TYPES: readonly LicenseType[] = ['2013', '2014'];

/** True for the two license types this service is about. */
export function isVendorLicenseType(code: string): code is LicenseType {
  return code === '2013' || code === '2014';
}

/** The letters of a number whose rank may be unknown: a mobile license without rank is taken as a food truck's. */
export function lettersOf(licenseType: string, rank?: string): string {
  if (licenseType === '2013') return 'CAT';
  return rank === 'HTDG' ? 'HTD' : 'MFD';
}

/** The prefix that the regulator writes before the digits of this rank; undefined for other ranks. */
export function prefixOfRank(rank: string): string | undefined {
  return RANK_PREFIXES[rank];
}

/** The full number: prefixed where the license file tells the rank, bare digits where only inspections are known. */
export function formatLicenseNumber(rank: string | undefined, digits: string): string {
  return `${(rank && RANK_PREFIXES[rank]) ?? ''}${digits}`;
}

/** What kind of vendor it is; a mobile license without rank is taken as a food truck (96 % are). */
export function licenseKind(licenseType: LicenseType, rank: string | undefined): LicenseKind {
  if (licenseType === '2013') return 'caterer';
  return rank === 'HTDG' ? 'hot_dog_cart' : 'food_truck';
}
