import { daysBetween } from '../../../lib/time/dates.ts';
import { type Change, type FileProfile, type Flaw, NEVER, RARELY } from '../../source/file-profile.ts';
import type { LicenseRow } from '../../source/parsed-file.ts';
import { countyOfNumber, findCounty } from '../vocabulary/counties.ts';
import { isFictionalDigits } from '../vocabulary/fictional-numbers.ts';
import { CURRENT, DELINQUENT, PRIMARY_STATUSES } from '../vocabulary/license-codes.ts';
import { hasNumberOfOtherType } from './number-series.ts';
import { isCompany, lacksLetters, namesRepeated } from './profile-names.ts';

/** The figures from real files are in docs/importing.md, "Bounds". */

/**
 * The regulator lists a license as current for some weeks after its expiry date before marking it delinquent.
 */
const CURRENT_AFTER_EXPIRY_DAYS = 60;
const DELINQUENT_BEFORE_EXPIRY_DAYS = 45;
/** A license is renewed for one or two years. */
const RENEWAL_DAYS_MAX = 800;

const FLAWS: readonly Flaw<LicenseRow>[] = [
  {
    code: 'names_unreadable',
    says: 'have no business name with a letter',
    is: ({ businessName }) => businessName === '' || lacksLetters(businessName),
  },
  {
    code: 'licensees_unreadable',
    says: 'have no licensee with a letter',
    is: ({ licenseeName }) => licenseeName === '' || lacksLetters(licenseeName),
  },
  {
    code: 'cities_unreadable',
    says: 'have no city with a letter',
    is: ({ city }) => city === '' || lacksLetters(city),
  },
  {
    code: 'names_exchanged',
    needsOperator: true,
    says: 'have a company’s form (LLC, INC) in the business name, not in the licensee’s name',
    is: ({ businessName, licenseeName }) => isCompany(businessName) && !isCompany(licenseeName),
    opposite: ({ businessName, licenseeName }) => isCompany(licenseeName) && !isCompany(businessName),
  },
  namesRepeated(),
  {
    code: 'unknown_statuses',
    says: 'have a status code that the regulator does not use',
    is: ({ primaryStatus }) => !PRIMARY_STATUSES.has(primaryStatus),
  },
  {
    code: 'statuses_against_expiry',
    says: 'are current long after their expiry date, or delinquent long before it',
    is: (row, { fileDate }) => contradictsExpiry(row, fileDate),
  },
  {
    code: 'counties_of_other_districts',
    says: 'are in a county of another district',
    is: ({ countyCode }, { district }) => findCounty(countyCode)?.district !== district,
  },
  {
    code: 'unknown_risk_levels',
    says: 'have a risk level that the regulator does not use',
    is: ({ riskLevel }) => !/^(?:Risk Level .*)?$/.test(riskLevel),
  },
  {
    code: 'numbers_of_other_types',
    needsOperator: true,
    says: 'have a license number of the other license type',
    is: hasNumberOfOtherType,
    leavesOut: true,
  },
  {
    code: 'numbers_of_other_districts',
    says: 'have a license number of another district',
    is: ({ digits }, { district }) =>
      !isFictionalDigits(digits) && countyOfNumber(digits)?.district !== district,
    leavesOut: true,
  },
];

function contradictsExpiry({ primaryStatus, expiresOn }: LicenseRow, fileDate: string): boolean {
  if (expiresOn === null) return true;
  const daysLeft = daysBetween(fileDate, expiresOn);
  if (primaryStatus === CURRENT) return daysLeft < -CURRENT_AFTER_EXPIRY_DAYS;
  return primaryStatus === DELINQUENT && daysLeft > DELINQUENT_BEFORE_EXPIRY_DAYS;
}

const isLater = (after: LicenseRow, before: LicenseRow) => (after.expiresOn ?? '') > (before.expiresOn ?? '');
const isActive = ({ primaryStatus, secondaryStatus }: LicenseRow) =>
  primaryStatus === CURRENT && secondaryStatus === '20';

/**
 * The share of rows in which one of these columns may change. In real files, up to a fifth of the licenses
 * changed within 8 months.
 */
const MOST = 0.5;

const NAMES = ['businessName', 'licenseeName', 'city'] as const;

const CHANGES: readonly Change<LicenseRow>[] = [
  {
    code: 'licenses_confirmed',
    says: 'are current again without a later expiry date or another licensee',
    is: (after, before) =>
      isActive(after) &&
      !isActive(before) &&
      !isLater(after, before) &&
      after.licenseeName === before.licenseeName,
    usual: RARELY,
  },
  {
    code: 'renewed_for_years',
    says: 'expire years later than before',
    is: (after, before) =>
      after.expiresOn !== null &&
      before.expiresOn !== null &&
      daysBetween(before.expiresOn, after.expiresOn) > RENEWAL_DAYS_MAX,
    usual: NEVER,
  },
  {
    code: 'licenses_renewed',
    says: 'expire later than before',
    is: isLater,
    usual: { rows: 20, share: 0.3, sharePerDay: 0.03 },
    refusedBeyond: 0.5,
    isTakenAtOnce: true,
  },
  {
    code: 'names_exchanged',
    says: 'have the business name and the licensee exchanged',
    is: (after, before) =>
      after.businessName !== after.licenseeName &&
      after.businessName === before.licenseeName &&
      after.licenseeName === before.businessName,
    usual: NEVER,
  },
  {
    code: 'names_lost',
    says: 'have no business name, licensee or city any more',
    is: (after, before) => NAMES.some((field) => after[field] === '' && before[field] !== ''),
    usual: NEVER,
  },
  {
    code: 'names_of_others',
    says: 'have the business name of another license',
    is: (after, before) => after.businessName !== before.businessName && after.businessName !== '',
    ofOthers: ({ businessName }) => businessName,
    usual: RARELY,
  },
  {
    code: 'licensees_of_others',
    says: 'have the licensee of another license',
    is: (after, before) => after.licenseeName !== before.licenseeName && after.licenseeName !== '',
    ofOthers: ({ licenseeName }) => licenseeName,
    usual: RARELY,
    isTakenAtOnce: true,
  },
  {
    code: 'named_as_licensees',
    says: 'have the licensee’s name as a business name',
    is: (after, before) =>
      after.businessName !== before.businessName && after.businessName === before.licenseeName,
    usual: { rows: 2, share: 0.002, sharePerDay: 0.0005 },
  },
  {
    code: 'licensees_renamed',
    says: 'have another licensee',
    is: (after, before) => after.licenseeName !== before.licenseeName,
    usual: { rows: 5, share: 0.01, sharePerDay: 0.001 },
    isTakenAtOnce: true,
  },
  {
    code: 'businesses_renamed',
    says: 'have another business name, and the same licensee',
    is: (after, before) =>
      after.businessName !== before.businessName && after.licenseeName === before.licenseeName,
    usual: { rows: 5, share: 0.01, sharePerDay: 0.001 },
  },
  {
    code: 'expiries_earlier',
    says: 'expire earlier than before',
    is: ({ expiresOn }, before) => isBefore(expiresOn, before.expiresOn),
    usual: { rows: 2, share: 0.01 },
    isTakenAtOnce: true,
  },
  {
    code: 'inspections_earlier',
    says: 'were last inspected earlier than before',
    is: ({ lastInspectedOn }, before) => isBefore(lastInspectedOn, before.lastInspectedOn),
    usual: { rows: 2, share: 0.01 },
    isTakenAtOnce: true,
  },
  ofMost('places_changed', 'have another city, ZIP code or county', 'city', 'zip', 'countyCode'),
  ofMost('contacts_changed', 'have another mailing address or phone', 'mailingAddress', 'phone'),
  ofMost('statuses_changed', 'have another status', 'primaryStatus', 'secondaryStatus'),
  ofMost('risk_levels_changed', 'have another risk level', 'riskLevel'),
  {
    code: 'ranks_changed',
    says: 'have another rank',
    is: (after, before) => after.rank !== before.rank,
    usual: { rows: 2, share: 0.01, sharePerDay: 0.001 },
    isTakenAtOnce: true,
  },
];

function isBefore(after: string | null, before: string | null): boolean {
  return after !== null && before !== null && after < before;
}

/**
 * Describes a change that may occur in any row, but never in most rows of an edition. If it occurs in most
 * rows, the column must contain something else.
 */
function ofMost(code: string, says: string, ...fields: readonly (keyof LicenseRow)[]): Change<LicenseRow> {
  return {
    code,
    says,
    is: (after, before) => fields.some((field) => after[field] !== before[field]),
    usual: { rows: 20, share: MOST },
    refusedBeyond: MOST,
    isTakenAtOnce: true,
  };
}

export const LICENSE_PROFILE: FileProfile<LicenseRow> = {
  noun: 'license',
  keyOf: ({ licenseType, digits }) => `${licenseType}:${digits}`,
  flaws: FLAWS,
  changes: CHANGES,
  gone: { usual: { rows: 10, share: 0.03, sharePerDay: 0.0015 }, stays: false },
  /** Two licenses with the same holder differ at least in their last inspection date. */
  identityOf: ({ licenseType: _type, digits: _digits, rank: _rank, ...rest }) =>
    rest.lastInspectedOn === null ? undefined : JSON.stringify(rest),
  daysMax: 400,
};
