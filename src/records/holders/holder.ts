import { foldForSearch } from '../../lib/text/text.ts';
import { completeNumber, formatLicenseNumber } from '../../regulator/licenses/number.ts';
import { compareLicensePrecedence } from '../../regulator/licenses/precedence.ts';
import type { LicenseStatus } from '../../regulator/source/license-vocabulary.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { ListedRecord } from '../read/service.ts';
import { parsePublishedFacts } from '../record/decision-facts.ts';

/** A license in one district's file. */
export interface LicenseOnFile {
  readonly license_type: string;
  readonly license_digits: string;
  readonly rank: string;
  readonly business_name: string;
  readonly licensee_name: string;
  readonly city: string;
  readonly primary_status: string;
  readonly secondary_status: string;
  /** Used only for letters and calls to the holder; empty if the file has none. */
  readonly mailing_address: string;
  readonly phone: string;
  readonly file_district: number;
  /** True if the district's newest file still lists the license. */
  readonly on_file: boolean;
}

/** The public part of a license, without its holder. */
export interface NamedLicense {
  /** The number with its letters, if the license file has them. */
  readonly license_number: string;
  /** Empty if there is no record for the license. */
  readonly name: string;
  readonly city: string;
}

/** The holder's contact data in the license file, used only to contact the holder. */
export interface HolderContact {
  readonly mailing_address: string;
  readonly phone: string;
}

/**
 * The holder of a license, saved for comparison when the license is claimed. docs/claims.md explains how to
 * distinguish a renamed business from a new holder.
 */
interface Holder extends HolderContact {
  readonly owner_name: string;
  /** The regulator's License ID for this ownership; null if no visit has one. */
  readonly owner_license_id: number | null;
}

export interface KnownLicense extends NamedLicense {
  /** The regulator's code for the license type. */
  readonly license_type: string;
  readonly license_digits: string;
  /**
   * The licensee in the newest license file, whether or not the license is current; empty if there is none.
   */
  readonly licensee_name: string;
  readonly status: LicenseStatus;
  /** Undefined if the newest license file shows no current holder. */
  readonly holder: Holder | undefined;
}

/**
 * Combines the rows of one license. The result has no holder if the name is missing or the license is not
 * current.
 */
export function toKnownLicense(
  rows: readonly LicenseOnFile[],
  licenseId: number | null,
): KnownLicense | undefined {
  const [first] = [...rows].sort((a, b) => compareLicensePrecedence(precedenceOf(a), precedenceOf(b)));
  if (!first) return undefined;
  const { license_type, license_digits, rank, licensee_name, mailing_address, phone } = first;
  const { primary_status: primary, secondary_status: secondary } = first;
  const isHeld = first.on_file && REGULATOR.licenses.isCurrent(primary) && foldHolder(licensee_name) !== '';
  return {
    license_type,
    license_digits,
    license_number: formatLicenseNumber(rank, license_digits),
    name: first.business_name || licensee_name,
    city: first.city,
    licensee_name: first.on_file ? licensee_name : '',
    status: first.on_file ? REGULATOR.licenses.statusOf(primary, secondary) : 'not_on_file',
    holder: isHeld
      ? { owner_name: licensee_name, owner_license_id: licenseId, mailing_address, phone }
      : undefined,
  };
}

/** Returns a license that is not in any license file, based on its published record. It has no holder. */
export function toUnlistedLicense({ license_type, digits, facts }: ListedRecord): KnownLicense {
  const { vendor } = parsePublishedFacts(facts);
  const { name, city, license } = vendor;
  return {
    license_type,
    license_digits: digits,
    license_number: completeNumber(license.number, license_type),
    name,
    city: city ?? '',
    licensee_name: '',
    status: license.status,
    holder: undefined,
  };
}

/**
 * Returns true if a license has a different holder than the claim. A missing holder is not a different
 * holder.
 */
export function isOtherHolder(
  claimed: { readonly owner_name: string; readonly owner_license_id: number | null },
  holder: Pick<Holder, 'owner_name' | 'owner_license_id'> | undefined,
): boolean {
  if (!holder) return false;
  if (foldHolder(claimed.owner_name) !== foldHolder(holder.owner_name)) return true;
  const before = claimed.owner_license_id;
  const now = holder.owner_license_id;
  return before !== null && now !== null && before !== now;
}

/**
 * Returns true if a verified claim's license now belongs to someone else: it has a different holder, or is
 * delinquent under another licensee's name. A former holder's superseded row, or a license that is no longer
 * in any file, proves nothing.
 */
export function isTakenOver(
  claimed: { readonly owner_name: string; readonly owner_license_id: number | null },
  license: Pick<KnownLicense, 'holder' | 'licensee_name' | 'status'> | undefined,
): boolean {
  if (license?.status !== 'delinquent' || license.holder) return isOtherHolder(claimed, license?.holder);
  const before = foldHolder(claimed.owner_name);
  const now = foldHolder(license.licensee_name);
  return before !== '' && now !== '' && before !== now;
}

/**
 * Normalizes a licensee's name for comparison. Case, accents, punctuation, word order and the spelling of the
 * legal form do not matter ("Pelican Foods, L.L.C." equals "PELICAN FOODS LLC", "Smith, Ann" equals "ANN
 * SMITH").
 */
export function foldHolder(name: string): string {
  const joined = foldForSearch(name)
    .replace(/\b\p{L}(?: \p{L})+\b/gu, (initials) => initials.replaceAll(' ', ''))
    .replace('limited liability company', 'llc');
  return joined
    .split(' ')
    .map((word) => LEGAL_FORMS.get(word) ?? word)
    .filter((word) => word !== 'the' && word !== '')
    .sort()
    .join(' ');
}

const LEGAL_FORMS = new Map([
  ['incorporated', 'inc'],
  ['corporation', 'corp'],
  ['company', 'co'],
  ['limited', 'ltd'],
]);

function precedenceOf({ on_file, primary_status, secondary_status, file_district }: LicenseOnFile) {
  return {
    onFile: on_file,
    primaryStatus: primary_status,
    secondaryStatus: secondary_status,
    fileDistrict: file_district,
  };
}
