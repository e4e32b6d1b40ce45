import { formatUsDate } from '../../../lib/time/dates.ts';
import type { DemoCalendar } from '../demo-calendar.ts';
import type { DemoApplication, DemoLicense, DemoVendor } from '../demo-vendor.ts';
import { regulatorCountyName } from './demo-inspection-rows.ts';
import { licenseTypeOf } from './license-types.ts';

/** The content of the filler column in every demo license. */
const FILLER = 'FICTIONAL';

const HOLDER_COLUMNS = ['Board Code', 'License Type Code', 'Licensee Name', 'Rank Code', 'Modifier Code'];
const MAILING_COLUMNS = [
  'Mailing Name',
  'Mailing Street Address',
  'Mailing Address Line 2',
  'Mailing Address Line 3',
  'Mailing City',
  'Mailing State Code',
  'Mailing Zip Code',
  'Primary Phone Number',
  'Mailing County Code',
];
const LOCATION_COLUMNS = [
  'Business Name',
  'Filler',
  'Location Street Address',
  'Location Address Line 2',
  'Location Address Line 3',
  'Location City',
  'Location State Code',
  'Location Zip Code',
  'Location County Code',
  'Location County',
  'Secondary Phone Number',
  'District',
  'Region',
];
const STATUS_COLUMNS = [
  'License Number',
  'Primary Status Code',
  'Secondary Status Code',
  'License Expiry Date',
  'Last Inspection Date',
];
const RISK_COLUMNS = ['Base Risk Level', 'Secondary Risk Level'];
const COMMON_COLUMNS = [...HOLDER_COLUMNS, ...MAILING_COLUMNS, ...LOCATION_COLUMNS, ...STATUS_COLUMNS];

export const LICENSE_HEADER = toLine([...COMMON_COLUMNS, 'Number of Seats or Rental Units', ...RISK_COLUMNS]);
export const APPLICATION_HEADER = toLine([
  'Application Number',
  'Application Type',
  'Application Approval Date ',
  ...COMMON_COLUMNS,
  'Number of Seats',
  ...RISK_COLUMNS,
]);

export function licenseLine(vendor: DemoVendor, license: DemoLicense, calendar: DemoCalendar): string {
  const { county, address, city, zip, phone } = vendor;
  return toLine([
    ...holder(vendor, license),
    license.licenseeName,
    address,
    '',
    '',
    city,
    'FL',
    zip,
    phone,
    county.code,
    ...location(vendor, license, FILLER, String(county.district)),
    ...status(vendor, license, calendar),
    vendor.riskLevel,
    '',
  ]);
}

/**
 * Formats one row for the new-license or change-of-owner file. Both put the street in Mailing Address Line 2.
 * Only the change-of-owner file swaps the phone number and the county code.
 */
export function applicationLine(
  vendor: DemoVendor,
  license: DemoLicense,
  application: DemoApplication,
  calendar: DemoCalendar,
): string {
  const { county, address, city, zip, phone } = vendor;
  const isNew = application.kind === 'new-license';
  const type = isNew ? licenseTypeOf(vendor.rank).application : 'Approve Change Owner Request';
  const approved = calendar.usDates[application.approvedDaysAgo] ?? '';
  const contact = isNew ? [phone, county.code] : [county.code, phone];
  return toLine([
    String(application.applicationNumber),
    type,
    approved,
    ...holder(vendor, license),
    license.licenseeName,
    '',
    address,
    ' ',
    city,
    'FL',
    zip,
    ...contact,
    ...location(vendor, license, ' ', `D${county.district}`),
    ...status(vendor, license, calendar),
    '',
    '',
  ]);
}

function holder(vendor: DemoVendor, license: DemoLicense): string[] {
  return ['200', licenseTypeOf(vendor.rank).code, license.licenseeName, vendor.rank, ''];
}

function location(vendor: DemoVendor, license: DemoLicense, filler: string, district: string): string[] {
  const { county, address, city, zip, phone, region } = vendor;
  const place = [address, '', '', city, 'FL', zip, county.code, regulatorCountyName(county.name)];
  return [license.businessName, filler, ...place, phone, district, region];
}

function status(vendor: DemoVendor, license: DemoLicense, calendar: DemoCalendar): string[] {
  const { lastInspection } = license;
  return [
    licenseTypeOf(vendor.rank).prefix + vendor.digits,
    license.primaryStatus,
    license.secondaryStatus,
    formatUsDate(license.expiryDate),
    lastInspection === undefined ? '' : (calendar.usDates[lastInspection] ?? ''),
    '0',
  ];
}

/** Joins fields into a line. Demo text contains no quotation marks, so it does not need to be escaped. */
function toLine(fields: readonly string[]): string {
  return `"${fields.join('","')}"\r\n`;
}
