import type { ApplicationRow, LicenseRow } from '../parsed-file.ts';
import type { NamedLayout } from './layouts.ts';
import { findRank, isVendorLicenseType } from './licenses.ts';
import { readContact } from './read-contact.ts';
import {
  type RowContext,
  type RowOutcome,
  RowRefused,
  readDate,
  readDistrict,
  readPattern,
  readText,
  readZip,
} from './row-parsing.ts';

/** One license of an extract of either vintage. Mailing address and phone are kept for letters to the holder alone. */
export function parseLicenseRow(
  cells: readonly string[],
  layout: NamedLayout,
  context: RowContext,
): RowOutcome<LicenseRow> {
  const cell = cellOf(cells, layout);
  const district = readDistrict(cell('district'));
  const licenseType = readPattern(cell('license type code'), 'license_type', /^\d{4}$/);
  const number = readPattern(cell('license number'), 'license_number', /^[A-Z]{0,3}\d{7}$/);
  const primaryStatus = readPattern(cell('primary status code'), 'primary_status', /^\d{2}$/);
  const secondaryStatus = readPattern(cell('secondary status code'), 'secondary_status', /^\d{0,2}$/);
  const expiresOn = readDate(cell('license expiry date'), 'expiry_date');
  const inspectedOn = readDate(cell('last inspection date'), 'last_inspection_date');
  if (inspectedOn !== null && inspectedOn > context.latest) throw new RowRefused('date_in_future');
  if (!isVendorLicenseType(licenseType)) return { district, date: inspectedOn };
  const kept: LicenseRow = {
    licenseType,
    ...readRankAndDigits(cell('rank code'), number),
    businessName: readText(cell('business name'), 'business_name', context),
    licenseeName: readText(cell('licensee name'), 'licensee_name', context),
    city: readText(cell('location city'), 'city', context),
    zip: readZip(cell('location zip code')),
    countyCode: readPattern(cell('location county code'), 'county', /^\d{0,3}$/),
    primaryStatus,
    secondaryStatus,
    expiresOn,
    lastInspectedOn: inspectedOn,
    riskLevel: readText(cell('base risk level'), 'risk_level', context),
    ...readContact(cell),
  };
  return { kept, district, date: inspectedOn };
}

/** One approved application: a change of owner, or a license newly issued. */
export function parseApplicationRow(
  cells: readonly string[],
  layout: NamedLayout,
  context: RowContext,
): RowOutcome<ApplicationRow> {
  const cell = cellOf(cells, layout);
  const district = readDistrict(cell('district'));
  const licenseType = readPattern(cell('license type code'), 'license_type', /^\d{4}$/);
  const number = readPattern(cell('license number'), 'license_number', /^[A-Z]{0,3}\d{7}$/);
  const approvedOn = readDate(cell('application approval date'), 'approval_date');
  if (approvedOn === null) throw new RowRefused('approval_date_missing');
  if (approvedOn > context.latest) throw new RowRefused('date_in_future');
  if (!isVendorLicenseType(licenseType)) return { district, date: approvedOn };
  const kept: ApplicationRow = {
    kind: isOwnershipChange(cells, layout) ? 'ownership_change' : 'new_license',
    applicationNumber: readPattern(cell('application number'), 'application_number', /^\d{1,12}$/),
    licenseType,
    digits: readRankAndDigits(cell('rank code'), number).digits,
    approvedOn,
  };
  return { kept, district, date: approvedOn };
}

/** Both application files have one layout; what a row applies for tells them apart. */
export function isOwnershipChange(cells: readonly string[], { at }: NamedLayout): boolean {
  return /change owner/i.test(cells[at.get('application type') ?? -1] ?? '');
}

function readRankAndDigits(rankCell: string | undefined, number: string): { rank: string; digits: string } {
  const rank = readPattern(rankCell, 'rank', /^(MFDV|HTDG|CATR)$/);
  if (!number.startsWith(findRank(rank)?.letters ?? '')) throw new RowRefused('license_number_mismatch');
  return { rank, digits: number.slice(-7) };
}

function cellOf(cells: readonly string[], { at }: NamedLayout): (title: string) => string | undefined {
  return (title) => cells[at.get(title) ?? -1];
}
