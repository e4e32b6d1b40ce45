import { cleanText } from '../../../lib/text/text.ts';
import { addDays, type IsoDate } from '../../../lib/time/dates.ts';
import type { ApplicationRow, LicenseRow } from '../../source/parsed-file.ts';
import { countyOfNumber } from '../vocabulary/counties.ts';
import { isRegularExpiry } from '../vocabulary/expiry-days.ts';
import { isKnownStatus, isVendorLicenseType, LICENSES, rankOfLetters } from '../vocabulary/license-codes.ts';
import type { NamedLayout } from './layouts.ts';
import {
  type RowContext,
  type RowOutcome,
  RowRefused,
  readCity,
  readDate,
  readDistrict,
  readName,
  readOptional,
  readOptionalDate,
  readPattern,
  readPlaceCodes,
  silent,
  withoutLoneQuote,
} from './parse-row.ts';

/**
 * The maximum number of days from now to an expiry date. Renewals begin a few months before the expiry date
 * and last a year, so no real license expires later.
 */
const EXPIRY_AHEAD_DAYS = 550;
const EARLIEST_DAY = '1990-01-01';
const STREET_TITLES = ['location street address', 'mailing street address', 'mailing address line 2'];

/**
 * The license holder's contact data in a license file. A bad value never causes the row to be refused. Some
 * vintages and rows have no contact data, so the strings are empty.
 */
interface Contact {
  /** Address lines as on an envelope. Empty unless the row has a city and a street or PO box. */
  readonly mailingAddress: string;
  readonly phone: string;
}

const LINE_LENGTH_MAX = 100;
const PHONE_LENGTH_MAX = 40;
/**
 * The minimum number of digits in a phone number. In some files, this column contains the county code
 * instead.
 */
const PHONE_DIGITS_MIN = 7;

/**
 * Reads one license from an extract of either vintage. The mailing address and phone are stored only for
 * contacting the holder.
 */
export function parseLicenseRow(
  cells: readonly string[],
  layout: NamedLayout,
  context: RowContext,
): RowOutcome<LicenseRow> {
  const cell = cellOf(cells, layout);
  const district = readDistrict(cell('district'));
  const { licenseType, number } = readNumber(cell);
  const ours = isVendorLicenseType(licenseType);
  // For other license types, only the latest date matters, so nothing else is checked.
  const inspectedOn = readOptionalDate(
    cell('last inspection date'),
    'last_inspection_date',
    ours ? context : silent(context),
    { earliest: EARLIEST_DAY, latest: context.latest, beyond: 'in_future' },
  );
  const issuedIn = countyOfNumber(number.slice(-7))?.district;
  if (!ours) return { district, issuedIn, number, date: inspectedOn };
  if (district === undefined) context.warn('district_malformed');
  const text = (title: string) => withoutLoneQuote(cell(title), context);
  const streets = STREET_TITLES.map(cell);
  const kept: LicenseRow = {
    licenseType,
    ...readRankAndDigits(cell('rank code'), number, context),
    businessName: readName(text('business name'), 'business_name', context, streets),
    licenseeName: readName(text('licensee name'), 'licensee_name', context, streets),
    city: readCity(text('location city'), context),
    ...readPlaceCodes(cell('location zip code'), cell('location county code'), context),
    ...readStatus(cell('primary status code'), cell('secondary status code'), context),
    expiresOn: readExpiry(cell('license expiry date'), number.slice(-7), context),
    lastInspectedOn: inspectedOn,
    riskLevel: readName(text('base risk level'), 'risk_level', context),
    ...readContact(text, context),
  };
  return { kept, district, issuedIn, number, date: inspectedOn };
}

/**
 * Reads an expiry date. A license expires on a fixed day of the year that depends on its district. A date on
 * another day is accepted, with a warning.
 */
function readExpiry(cell: string | undefined, digits: string, context: RowContext): IsoDate | null {
  const date = readOptionalDate(cell, 'expiry_date', context, {
    earliest: EARLIEST_DAY,
    latest: addDays(context.latest, EXPIRY_AHEAD_DAYS),
    beyond: 'out_of_range',
  });
  if (date !== null && !isRegularExpiry(digits, date)) context.warn('expiry_date_off_calendar');
  return date;
}

/** Reads the status. Unreadable codes become blank. A license with blank codes does not count as current. */
function readStatus(primaryCell: string | undefined, secondaryCell: string | undefined, context: RowContext) {
  const primaryStatus = readOptional(context, '', () =>
    readPattern(primaryCell, 'primary_status', /^\d{2}$/),
  );
  const secondaryStatus = readOptional(context, '', () =>
    readPattern(secondaryCell, 'secondary_status', /^\d{0,2}$/),
  );
  if (!isKnownStatus(primaryStatus, secondaryStatus)) context.warn('unknown_status');
  return { primaryStatus, secondaryStatus };
}

/** Reads one approved application, which is for a change of owner or a new license. */
export function parseApplicationRow(
  cells: readonly string[],
  layout: NamedLayout,
  context: RowContext,
): RowOutcome<ApplicationRow> {
  const cell = cellOf(cells, layout);
  const district = readDistrict(cell('district'));
  const { licenseType, number } = readNumber(cell);
  const approvedOn = readDate(cell('application approval date'), 'approval_date');
  if (approvedOn === null) throw new RowRefused('approval_date_missing');
  if (approvedOn > context.latest) throw new RowRefused('date_in_future');
  if (!isVendorLicenseType(licenseType)) return { district, date: approvedOn };
  const kept: ApplicationRow = {
    kind: readApplicationKind(cells, layout),
    applicationNumber: readPattern(cell('application number'), 'application_number', /^\d{1,12}$/),
    licenseType,
    digits: readRankAndDigits(cell('rank code'), number, context).digits,
    approvedOn,
  };
  return { kept, district, date: approvedOn };
}

/**
 * Returns true if the row is a change of owner. Both application files have the same layout, so only the
 * application type distinguishes them.
 */
export function isOwnershipChange(cells: readonly string[], { at }: NamedLayout): boolean {
  return /change owner/i.test(cells[at.get('application type') ?? -1] ?? '');
}

/** Reads the application type. Without a type, the row might be a change of owner, so it is refused. */
function readApplicationKind(cells: readonly string[], layout: NamedLayout): ApplicationRow['kind'] {
  if (isOwnershipChange(cells, layout)) return 'ownership_change';
  if (!/initial/i.test(cellOf(cells, layout)('application type') ?? ''))
    throw new RowRefused('application_type_malformed');
  return 'new_license';
}

/**
 * Reads the rank and digits. The letters in a number determine its rank, so an unreadable or contradictory
 * rank does no harm. If the number has no letters, the rank comes from its own column. The type and digits,
 * not the rank, identify a license.
 */
function readRankAndDigits(
  rankCell: string | undefined,
  number: string,
  context: RowContext,
): { rank: string; digits: string } {
  const letters = number.slice(0, -7);
  const typed = readOptional(context, undefined, () => readPattern(rankCell, 'rank', /^(MFDV|HTDG|CATR)$/));
  const named = rankOfLetters(letters);
  const rank = letters === '' ? typed : named;
  if (rank === undefined) throw new RowRefused('license_number_mismatch');
  if (typed !== undefined && typed !== rank) context.warn('rank_contradicts');
  return { rank, digits: number.slice(-7) };
}

/**
 * Reads the license type and number, which together identify a license. The letters in a vendor's number
 * imply its type.
 */
function readNumber(cell: (title: string) => string | undefined): { licenseType: string; number: string } {
  const licenseType = readPattern(cell('license type code'), 'license_type', /^\d{4}$/);
  const number = readPattern(cell('license number'), 'license_number', /^[A-Z]{0,3}\d{7}$/);
  const named = LICENSES.typeOfLetters(number.slice(0, -7));
  if (named !== undefined && named !== licenseType) throw new RowRefused('license_type_mismatch');
  return { licenseType, number };
}

function cellOf(cells: readonly string[], { at }: NamedLayout): (title: string) => string | undefined {
  return (title) => cells[at.get(title) ?? -1];
}

/** Reads a row's mailing address and first phone number. */
function readContact(
  cell: (title: string) => string | undefined,
  context: Pick<RowContext, 'warn'>,
): Contact {
  const line = (title: string) => cleanText(cell(title) ?? '').text.slice(0, LINE_LENGTH_MAX);
  const streets = ['mailing street address', 'mailing address line 2', 'mailing address line 3']
    .map(line)
    .filter((each) => each !== '');
  const city = line('mailing city');
  const stateAndZip = [line('mailing state code'), line('mailing zip code')].filter((each) => each !== '');
  const place = [city, stateAndZip.join(' ')].filter((each) => each !== '').join(', ');
  const lines = [line('mailing name'), ...streets, place].filter((each) => each !== '');
  const phones = ['primary phone number', 'secondary phone number'].map((title) =>
    cleanText(cell(title) ?? '').text.slice(0, PHONE_LENGTH_MAX),
  );
  if (streets.length > 0 && city === '') context.warn('mailing_city_blank');
  if (streets.length === 0 && cell('mailing street address') !== undefined)
    context.warn('mailing_street_blank');
  return {
    mailingAddress: streets.length > 0 && city !== '' ? lines.join('\n') : '',
    phone: phones.find((phone) => phone.replace(/\D/g, '').length >= PHONE_DIGITS_MIN) ?? '',
  };
}
