import { addDays, daysBetween, type IsoDate } from '../../../lib/dates.ts';
import { type Allowance, type Change, differsIn, FEW, type Flaw, type Likeness, NONE } from '../likeness.ts';
import type { LicenseRow } from '../parsed-file.ts';
import { findCounty } from './counties.ts';
import { CURRENT, DELINQUENT, PRIMARY_STATUSES, SECONDARY_STATUSES } from './licenses.ts';
import { hasLostLetters, isCompany, isPhone, lacksLetters, shareWord } from './likeness-names.ts';

/**
 * Every bound stands beside what real files show, in docs/importing.md, "What the rows tell": four extracts of two
 * districts from 2019 and 2025, two of them twelve days apart.
 */
const ACTIVE = '20';
const SOME: Allowance = { always: 5, share: 0.02 };

/** A license is still listed as current for some weeks after its last day. */
const CURRENT_AFTER_EXPIRY_DAYS = 60;
/** Renewals begin some months before the last day, and run for a year. */
const RUNS_DAYS_MAX = 550;
const DELINQUENT_BEFORE_EXPIRY_DAYS = 45;

const FLAWS: readonly Flaw<LicenseRow>[] = [
  {
    code: 'phones_for_names',
    says: 'have a phone number where a name or place belongs',
    is: ({ businessName, licenseeName, city, mailingAddress }) =>
      [businessName, licenseeName, city, ...mailingAddress.split('\n')].some(isPhone),
    allowed: NONE,
  },
  {
    code: 'no_names',
    says: 'have a name or city without a letter',
    is: ({ businessName, licenseeName, city }) => [businessName, licenseeName, city].some(lacksLetters),
    allowed: FEW,
  },
  {
    code: 'blank_licensees',
    says: 'have no licensee, city or county',
    is: ({ licenseeName, city, countyCode }) => licenseeName === '' || city === '' || countyCode === '',
    allowed: FEW,
  },
  {
    code: 'blank_businesses',
    says: 'have no business name or zip code',
    is: ({ businessName, zip }) => businessName === '' || zip === '',
    allowed: SOME,
  },
  {
    code: 'names_apart',
    says: 'have a licensee whose name has no word of the business’s name',
    is: ({ businessName, licenseeName }) => businessName !== '' && !shareWord(businessName, licenseeName),
    allowed: { always: 40, share: 0.85 },
  },
  {
    code: 'unknown_statuses',
    says: 'have a status code that the regulator does not use',
    is: ({ primaryStatus, secondaryStatus }) =>
      !PRIMARY_STATUSES.has(primaryStatus) ||
      !(secondaryStatus === '' || SECONDARY_STATUSES.has(secondaryStatus)),
    allowed: FEW,
  },
  {
    code: 'unusual_statuses',
    says: 'have another secondary status than active',
    is: ({ secondaryStatus }) => secondaryStatus !== ACTIVE,
    allowed: { always: 5, share: 0.05 },
  },
  {
    code: 'statuses_against_expiry',
    says: 'are current long after their expiry date, or delinquent before it',
    is: ({ primaryStatus, expiresOn }, { fileDate }) => contradicts(primaryStatus, expiresOn, fileDate),
    allowed: FEW,
  },
  {
    code: 'counties_of_other_districts',
    says: 'are in a county of another district',
    is: ({ countyCode }, { district }) => findCounty(countyCode)?.district !== district,
    allowed: SOME,
  },
  {
    code: 'unknown_risk_levels',
    says: 'have a risk level that the regulator does not use',
    is: ({ riskLevel }) => !/^(?:Risk Level .*)?$/.test(riskLevel),
    allowed: FEW,
  },
];

function contradicts(status: string, expiresOn: IsoDate | null, fileDate: IsoDate): boolean {
  if (expiresOn === null) return true;
  const daysLeft = daysBetween(fileDate, expiresOn);
  if (daysLeft > RUNS_DAYS_MAX) return true;
  if (status === CURRENT) return daysLeft < -CURRENT_AFTER_EXPIRY_DAYS;
  return status === DELINQUENT && daysLeft > DELINQUENT_BEFORE_EXPIRY_DAYS;
}

const isLater = (after: LicenseRow, before: LicenseRow) => (after.expiresOn ?? '') > (before.expiresOn ?? '');

/** Four times what twelve days showed, for each day between the newest days of two files. */
const RARELY: Allowance = { always: 5, perDay: 0.002 };
const NAMES = ['businessName', 'licenseeName', 'city'] as const;

const CHANGES: readonly Change<LicenseRow>[] = [
  {
    code: 'licenses_unconfirmed',
    says: 'are no longer current, and their expiry date does not explain it',
    is: (after, before, { stateOn }) =>
      before.primaryStatus === CURRENT &&
      after.primaryStatus !== CURRENT &&
      !(after.expiresOn === before.expiresOn && (after.expiresOn ?? '9999') <= addDays(stateOn, 1)),
    allowed: { always: 3, perDay: 0.001 },
  },
  {
    code: 'licenses_confirmed',
    says: 'are current again without a later expiry date',
    is: (after, before) =>
      before.primaryStatus !== CURRENT && after.primaryStatus === CURRENT && !isLater(after, before),
    allowed: { always: 2, perDay: 0.0005 },
  },
  {
    code: 'renewals_not_current',
    says: 'expire later than before and are not current',
    is: (after, before) => isLater(after, before) && after.primaryStatus !== CURRENT,
    allowed: { always: 1 },
  },
  {
    code: 'transfers_undone',
    says: 'are active again with the same licensee and expiry date',
    is: (after, before) =>
      before.secondaryStatus !== ACTIVE &&
      after.secondaryStatus === ACTIVE &&
      after.licenseeName === before.licenseeName &&
      !isLater(after, before),
    allowed: { always: 1, perDay: 0.0003 },
  },
  {
    code: 'secondary_statuses_changed',
    says: 'have another secondary status',
    is: differsIn('secondaryStatus'),
    allowed: { always: 5, perDay: 0.001 },
  },
  {
    code: 'expiry_moved_back',
    says: 'expire earlier than before',
    is: (after, before) => before.expiresOn !== null && (after.expiresOn ?? '') < before.expiresOn,
    allowed: { always: 1, perDay: 0.0003 },
  },
  {
    code: 'expiry_years_back',
    says: 'expire more than a year earlier than before',
    is: ({ expiresOn }, before) =>
      before.expiresOn !== null && expiresOn !== null && daysBetween(expiresOn, before.expiresOn) > 400,
    allowed: NONE,
  },
  {
    code: 'licenses_renewed',
    says: 'expire later than before',
    is: isLater,
    allowed: { always: 10, perDay: 0.03 },
  },
  {
    code: 'inspections_moved_back',
    says: 'were last inspected earlier than before',
    is: (after, before) =>
      before.lastInspectedOn !== null && (after.lastInspectedOn ?? '') < before.lastInspectedOn,
    allowed: { always: 5, perDay: 0.001 },
  },
  {
    code: 'letters_lost',
    says: 'lost letters of a name or address',
    is: (after, before) =>
      [...NAMES, 'mailingAddress' as const].some((field) => hasLostLetters(before[field], after[field])),
    allowed: NONE,
  },
  {
    code: 'ranks_changed',
    says: 'have another rank',
    is: differsIn('rank'),
    allowed: { always: 2, perDay: 0.0005 },
  },
  {
    code: 'businesses_renamed',
    says: 'have another business name',
    is: differsIn('businessName'),
    allowed: RARELY,
  },
  {
    code: 'licensees_renamed',
    says: 'have another licensee',
    is: differsIn('licenseeName'),
    allowed: RARELY,
  },
  { code: 'cities_changed', says: 'are in another city', is: differsIn('city'), allowed: RARELY },
  { code: 'zips_changed', says: 'have another zip code', is: differsIn('zip'), allowed: RARELY },
  {
    code: 'counties_changed',
    says: 'are in another county',
    is: differsIn('countyCode'),
    allowed: { always: 2, perDay: 0.001 },
  },
  {
    code: 'risk_levels_changed',
    says: 'have another risk level',
    is: differsIn('riskLevel'),
    allowed: RARELY,
  },
  {
    code: 'addresses_changed',
    says: 'have another mailing address',
    is: differsIn('mailingAddress'),
    allowed: { always: 5, perDay: 0.003 },
  },
  { code: 'phones_changed', says: 'have another phone number', is: differsIn('phone'), allowed: RARELY },
];

export const LICENSE_LIKENESS: Likeness<LicenseRow> = {
  noun: 'license',
  keyOf: ({ licenseType, digits }) => `${licenseType}:${digits}`,
  flaws: FLAWS,
  // Of one licensee, those that differ are refused while they are read.
  ties: [],
  changes: CHANGES,
  gone: RARELY,
  added: { always: 30, perDay: 0.004 },
  daysMax: 180,
  // Exchanged titles would publish persons' names as those of businesses.
  fewer: {
    code: 'names_exchanged',
    says: 'have a company’s form (LLC, INC) in the business’s name alone',
    is: ({ businessName, licenseeName }) => isCompany(businessName) && !isCompany(licenseeName),
    than: {
      says: 'in the licensee’s alone',
      is: ({ businessName, licenseeName }) => isCompany(licenseeName) && !isCompany(businessName),
    },
    always: 5,
  },
};
