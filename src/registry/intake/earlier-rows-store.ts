import { sql } from 'kysely';
import type { IsoDate } from '../../lib/dates.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { filledUp } from '../../platform/db/one-of.ts';
import { VENDOR_LICENSE_TYPES } from '../licenses/number.ts';
import { tierOf } from '../sources/observation.ts';
import type {
  ApplicationRow,
  ClosureRow,
  LicenseRow,
  ObservationRow,
  VisitRow,
} from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { listEveryPublishedFile } from './files-store.ts';

/** A visit in force, and the file that its row is from. */
export interface VisitOnFile extends VisitRow {
  readonly fileId: number;
}

/**
 * The visits on file that a file speaks of, and those of the file before it. A visit of another fiscal year keeps its id, so the
 * slot does not matter.
 */
export async function listVisitsBefore(
  registryDb: RegistryDb,
  rows: readonly VisitRow[],
  predecessorId: number | undefined,
): Promise<VisitOnFile[]> {
  const ofFile =
    predecessorId === undefined
      ? []
      : await registryDb
          .selectFrom('visits')
          .select(VISIT)
          .select('file_id as fileId')
          .where('file_id', '=', predecessorId)
          .orderBy('visit_id')
          .execute();
  const visits = ofFile.map(toVisit);
  const known = new Set(visits.map(({ visitId }) => visitId));
  const ids = rows.map(({ visitId }) => visitId).filter((visitId) => !known.has(visitId));
  return [...visits, ...(await listVisitsOf(registryDb, ids))];
}

/** The visits in force with these ids, in pages of the ids given. */
async function listVisitsOf(registryDb: RegistryDb, ids: readonly number[]): Promise<VisitOnFile[]> {
  const visits = registryDb.selectFrom('visits').select(VISIT).select('file_id as fileId');
  const found: VisitOnFile[] = [];
  for (let start = 0; start < ids.length; start += IDS_OF_STATEMENT) {
    const some = filledUp(ids.slice(start, start + IDS_OF_STATEMENT));
    const rows = await visits.where('visit_id', 'in', some).orderBy('visit_id').execute();
    for (const row of rows) found.push(toVisit(row));
  }
  return found;
}

const IDS_OF_STATEMENT = 512;

/** The licenses of a district that were visited from one day to another, by the files that cover any of these days. */
export async function listInspectedLicenses(
  registryDb: RegistryDb,
  district: number,
  [from, to]: readonly [from: IsoDate, to: IsoDate],
): Promise<Pick<VisitRow, 'licenseType' | 'digits'>[]> {
  const files = (await listEveryPublishedFile(registryDb)).filter(
    ({ coveredDays: days, ...file }) =>
      days !== null &&
      days.first <= to &&
      days.last >= from &&
      (file.district === null || file.district === district),
  );
  if (files.length === 0) return [];
  return registryDb
    .selectFrom('visits')
    .select(['license_type as licenseType', 'digits'])
    .distinct()
    .where(
      'file_id',
      'in',
      files.map(({ id }) => id),
    )
    .where('district', '=', district)
    .where('visited_on', '>=', from)
    .where('visited_on', '<=', to)
    .orderBy('license_type')
    .orderBy('digits')
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

/** What files said of these visits that newer ones have replaced. */
export async function listReplacedVisits(
  registryDb: RegistryDb,
  ids: readonly number[],
): Promise<VisitRow[]> {
  const replaced = registryDb.selectFrom('visit_rows').select(VISIT).where('in_force', '=', 0);
  const found: VisitRow[] = [];
  for (let start = 0; start < ids.length; start += IDS_OF_STATEMENT) {
    const some = filledUp(ids.slice(start, start + IDS_OF_STATEMENT));
    const rows = await replaced
      .where('visit_id', 'in', some)
      .orderBy('visit_id')
      .orderBy('file_id', 'desc')
      .execute();
    for (const row of rows) found.push(toVisit(row));
  }
  return found;
}

/** The texts that newer files have replaced, from a visit's id on: each list is a visit's in one file. */
export async function listReplacedTexts(registryDb: RegistryDb, first: number): Promise<ObservationRow[][]> {
  const rows = await registryDb
    .selectFrom('observation_rows')
    .innerJoin('visits', 'visits.visit_id', 'observation_rows.visit_id')
    .select(['observation_rows.visit_id as visitId', 'position', 'code', 'category', 'tier', 'text'])
    .select('observation_rows.file_id as fileId')
    .where('in_force', '=', 0)
    .where('observation_rows.visit_id', '>=', first)
    .orderBy('observation_rows.visit_id')
    .orderBy('observation_rows.file_id', 'desc')
    .orderBy('position')
    .execute();
  const lists = Map.groupBy(rows, ({ visitId, fileId }) => `${visitId}:${fileId}`);
  return [...lists.values()].map((list) =>
    list.map(({ fileId: _, ...row }) => ({
      ...{ ...row, visitId: Number(row.visitId), tier: tierOf(row.tier), flags: [] },
    })),
  );
}

/** The visits in force that have texts on file, of whatever file, from an id on; and those with these ids. */
export async function listVisitsWithTexts(
  registryDb: RegistryDb,
  first: number,
  ids: readonly number[],
): Promise<VisitRow[]> {
  const rows = await registryDb
    .selectFrom('visits')
    .select(VISIT)
    .where('visit_id', 'in', (texts) =>
      texts
        .selectFrom('observation_rows')
        .select('observation_rows.visit_id')
        .where('observation_rows.visit_id', '>=', first),
    )
    .execute();
  const known = new Set(rows.map(({ visitId }) => Number(visitId)));
  const others = await listVisitsOf(
    registryDb,
    ids.filter((id) => !known.has(id)),
  );
  return [...rows.map(toVisit), ...others];
}

/** The inspectors' texts of visits on file, from a visit's id on. */
export async function listTextsFrom(registryDb: RegistryDb, first: number): Promise<ObservationRow[]> {
  const rows = await registryDb
    .selectFrom('observations')
    .innerJoin('visits', 'visits.visit_id', 'observations.visit_id')
    .select(['observations.visit_id as visitId', 'position', 'code', 'category', 'tier', 'text'])
    .where('observations.visit_id', '>=', first)
    .orderBy('observations.visit_id')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, visitId: Number(row.visitId), tier: tierOf(row.tier), flags: [] }));
}

/** The texts of any visits from one id to another, that have more bytes than letters: an encoding may lose these. */
export async function listAccentedTexts(
  registryDb: RegistryDb,
  [first, last]: readonly [first: number, last: number],
): Promise<ObservationRow[]> {
  const rows = await registryDb
    .selectFrom('observations')
    .select(['visit_id as visitId', 'position', 'code', 'category', 'tier', 'text'])
    .where('visit_id', '>=', first)
    .where('visit_id', '<=', last)
    .where(sql<boolean>`octet_length(text) <> length(text)`)
    .orderBy('visit_id')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, visitId: Number(row.visitId), tier: tierOf(row.tier), flags: [] }));
}

const CLOSURE = [
  ...(['digits', 'closed_on as closedOn', 'business_name as businessName', 'conditions'] as const),
  'reopened_on as reopenedOn' as const,
] as const;

/** Every closure in force. */
export async function listClosures(registryDb: RegistryDb): Promise<ClosureRow[]> {
  return registryDb.selectFrom('closures').select(CLOSURE).orderBy('digits').orderBy('closed_on').execute();
}

/** Every closure that a newer file has replaced, and is still stored. */
export async function listReplacedClosures(registryDb: RegistryDb): Promise<ClosureRow[]> {
  return registryDb
    .selectFrom('closure_rows')
    .select(CLOSURE)
    .where('in_force', '=', 0)
    .orderBy('digits')
    .orderBy('closed_on')
    .orderBy('file_id', 'desc')
    .execute();
}

const DIGITS_OF_STATEMENT = 500;
/** License types whose digits name a license by themselves. */
const NAMED_BY_DIGITS = VENDOR_LICENSE_TYPES.filter((type) => REGULATOR.licenses.hasDigitsOfItsOwn(type));

/** What is on file of the licenses that digits alone name. */
export async function listNamedByDigits(
  registryDb: RegistryDb,
  digits: readonly string[],
): Promise<{ visits: VisitRow[]; licenses: LicenseRow[] }> {
  const [visits, licenses]: [VisitRow[], LicenseRow[]] = [[], []];
  for (let start = 0; start < digits.length; start += DIGITS_OF_STATEMENT) {
    const some = digits.slice(start, start + DIGITS_OF_STATEMENT);
    const found = await registryDb
      .selectFrom('visits')
      .select(VISIT)
      .where('license_type', 'in', NAMED_BY_DIGITS)
      .where('digits', 'in', some)
      .orderBy('visit_id')
      .execute();
    visits.push(...found.map(toVisit));
    const listed = await registryDb
      .selectFrom('licenses')
      .select(LICENSE)
      .where('license_type', 'in', NAMED_BY_DIGITS)
      .where('digits', 'in', some)
      .orderBy('license_type')
      .orderBy('digits')
      .orderBy('file_district')
      .execute();
    licenses.push(...listed.flatMap(toLicense));
  }
  return { visits, licenses };
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
