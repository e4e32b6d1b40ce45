import type { RegistryDb } from '../../platform/db/database.ts';
import { filledUp } from '../../platform/db/fill-up.ts';
import { VENDOR_LICENSE_TYPES } from '../licenses/number.ts';
import type { CoveredDays } from '../sources/file-date.ts';
import { flagsOf, tierOf } from '../sources/observation.ts';
import type {
  ApplicationRow,
  ClosureRow,
  LicenseRow,
  ObservationRow,
  VisitRow,
} from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';

/** Lists the visits in force whose rows are from this file. */
export async function listVisitsOfFile(registryDb: RegistryDb, fileId: number): Promise<VisitRow[]> {
  const rows = await registryDb
    .selectFrom('visits')
    .select(VISIT)
    .where('file_id', '=', fileId)
    .orderBy('visit_id')
    .execute();
  return rows.map(toVisit);
}

/** Lists license and day of the visits in force between two days, of any file. */
export async function listVisitsOfDays(
  registryDb: RegistryDb,
  { first, last }: CoveredDays,
): Promise<Pick<VisitRow, 'licenseType' | 'digits' | 'visitedOn'>[]> {
  return registryDb
    .selectFrom('visits')
    .select(['license_type as licenseType', 'digits', 'visited_on as visitedOn'])
    .where('visited_on', '>=', first)
    .where('visited_on', '<=', last)
    .execute();
}

const VISIT = [
  ...(['visit_id as visitId', 'license_type as licenseType', 'digits', 'license_id as licenseId'] as const),
  ...(['case_id as caseId', 'visit_number as visitNumber', 'visited_on as visitedOn'] as const),
  ...([
    'inspection_type as inspectionType',
    'disposition',
    'total',
    'high_priority as highPriority',
  ] as const),
  ...([
    'intermediate',
    'basic',
    'pda',
    'categories',
    'business_name as businessName',
    'city',
    'zip',
  ] as const),
  ...(['county_code as countyCode', 'district'] as const),
] as const;

/** PostgreSQL gives large numbers as text. Copying each of a file's visits for nothing would take memory. */
function toVisit<Row extends Pick<VisitRow, 'visitId' | 'licenseId' | 'caseId'>>(row: Row): Row {
  if (typeof row.visitId === 'number') return row;
  return {
    ...row,
    visitId: Number(row.visitId),
    licenseId: Number(row.licenseId),
    caseId: Number(row.caseId),
  };
}

/** The inspectors' texts of visits on file, from a visit's id on. */
export async function listTextsFrom(registryDb: RegistryDb, first: number): Promise<ObservationRow[]> {
  const rows = await registryDb
    .selectFrom('observations')
    .innerJoin('visits', 'visits.visit_id', 'observations.visit_id')
    .select(['observations.visit_id as visitId', 'position', 'code', 'category', 'tier', 'text', 'flags'])
    .where('observations.visit_id', '>=', first)
    .orderBy('observations.visit_id')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    ...row,
    visitId: Number(row.visitId),
    tier: tierOf(row.tier),
    flags: flagsOf(row.flags),
  }));
}

const CLOSURE = [
  ...(['digits', 'closed_on as closedOn', 'business_name as businessName', 'conditions'] as const),
  'reopened_on as reopenedOn' as const,
] as const;

/** Every closure in force. */
export async function listClosures(registryDb: RegistryDb): Promise<ClosureRow[]> {
  return registryDb.selectFrom('closures').select(CLOSURE).orderBy('digits').orderBy('closed_on').execute();
}

const DIGITS_OF_STATEMENT = 500;
/** License types whose digits name a license by themselves. */
const NAMED_BY_DIGITS = VENDOR_LICENSE_TYPES.filter((type) => REGULATOR.licenses.hasDigitsOfItsOwn(type));

/** Lists the names of businesses and licensees on file, by the digits of licenses that digits alone name. */
export async function listNamesByDigits(
  registryDb: RegistryDb,
  digits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  const add = (key: string, name: string) => names.set(key, [...(names.get(key) ?? []), name]);
  for (let start = 0; start < digits.length; start += DIGITS_OF_STATEMENT) {
    const some = filledUp(digits.slice(start, start + DIGITS_OF_STATEMENT));
    const visits = await registryDb
      .selectFrom('visits')
      .select(['digits', 'business_name'])
      .distinct()
      .where('license_type', 'in', NAMED_BY_DIGITS)
      .where('digits', 'in', some)
      .execute();
    for (const row of visits) add(row.digits, row.business_name);
    const licenses = await registryDb
      .selectFrom('licenses')
      .select(['digits', 'business_name', 'licensee_name'])
      .where('license_type', 'in', NAMED_BY_DIGITS)
      .where('digits', 'in', some)
      .execute();
    for (const row of licenses)
      for (const name of [row.business_name, row.licensee_name]) add(row.digits, name);
  }
  return names;
}

/** The licenses in force whose rows are from this file. */
export async function listLicensesOfFile(registryDb: RegistryDb, fileId: number): Promise<LicenseRow[]> {
  const rows = await registryDb
    .selectFrom('licenses')
    .select(LICENSE)
    .where('file_id', '=', fileId)
    .orderBy('license_type')
    .orderBy('digits')
    .execute();
  return rows.flatMap(toLicense);
}

const LICENSE = [
  ...(['license_type as licenseType', 'digits', 'rank', 'business_name as businessName'] as const),
  ...(['licensee_name as licenseeName', 'city', 'zip', 'county_code as countyCode'] as const),
  ...(['primary_status as primaryStatus', 'secondary_status as secondaryStatus'] as const),
  ...([
    'expires_on as expiresOn',
    'last_inspected_on as lastInspectedOn',
    'risk_level as riskLevel',
  ] as const),
  ...(['mailing_address as mailingAddress', 'phone'] as const),
] as const;

function toLicense(row: Omit<LicenseRow, 'licenseType'> & { readonly licenseType: string }): LicenseRow[] {
  const { licenseType } = row;
  return REGULATOR.licenses.isType(licenseType) ? [{ ...row, licenseType }] : [];
}

/** The applications of a kind that are in force, of whatever file. */
export async function listApplications(
  registryDb: RegistryDb,
  kind: ApplicationRow['kind'],
): Promise<ApplicationRow[]> {
  const rows = await registryDb
    .selectFrom('license_applications')
    .select(['application_number as applicationNumber', 'license_type as licenseType', 'digits'])
    .select(['approved_on as approvedOn'])
    .where('kind', '=', kind)
    .orderBy('application_number')
    .orderBy('license_type')
    .orderBy('digits')
    .execute();
  return rows.flatMap(({ licenseType, ...row }) =>
    REGULATOR.licenses.isType(licenseType) ? [{ ...row, licenseType, kind }] : [],
  );
}
