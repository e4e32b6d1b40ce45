import type { RegistryDb } from '../../platform/db/database.ts';
import type {
  ApplicationRow,
  FileRecords,
  LicenseRow,
  ParsedFile,
  VisitRow,
} from '../sources/parsed-file.ts';
import { REGULATOR } from '../sources/regulator.ts';

/** A visit in force, and the file that its row is from. */
export interface VisitOnFile {
  readonly fileId: number;
  readonly row: VisitRow;
}

/**
 * Visits on file that a file may speak of: of its district and within its ids, and those of the file before it. A visit
 * of another fiscal year keeps its id, so the slot does not matter.
 */
export async function listVisitsBefore(
  registryDb: RegistryDb,
  file: ParsedFile,
  predecessorId: number | undefined,
): Promise<VisitOnFile[]> {
  const [least, most] = idRange(file.records);
  const rows = await registryDb
    .selectFrom('visits')
    .select(['visit_id as visitId', 'license_type as licenseType', 'digits', 'license_id as licenseId'])
    .select(['case_id as caseId', 'visit_number as visitNumber', 'visited_on as visitedOn'])
    .select(['inspection_type as inspectionType', 'disposition', 'total', 'high_priority as highPriority'])
    .select(['intermediate', 'basic', 'pda', 'categories', 'business_name as businessName', 'city', 'zip'])
    .select(['county_code as countyCode', 'district', 'file_id as fileId'])
    .where((where) =>
      where.or([
        where('file_id', '=', predecessorId ?? 0),
        where.and([
          where('visit_id', '>=', least),
          where('visit_id', '<=', most),
          ...(file.district === null ? [] : [where('district', '=', file.district)]),
        ]),
      ]),
    )
    .orderBy('visit_id')
    .execute();
  return rows.map(({ fileId, ...row }) => ({
    fileId,
    row: {
      ...row,
      visitId: Number(row.visitId),
      licenseId: Number(row.licenseId),
      caseId: Number(row.caseId),
    },
  }));
}

function idRange(records: FileRecords | undefined): [least: number, most: number] {
  let [least, most] = [Number.MAX_SAFE_INTEGER, 0];
  if (records?.kind !== 'inspections') return [least, most];
  for (const { visitId } of records.rows) {
    least = Math.min(least, visitId);
    most = Math.max(most, visitId);
  }
  return [least, most];
}

/** The licenses in force whose rows are from this file. */
export async function listLicensesOfFile(registryDb: RegistryDb, fileId: number): Promise<LicenseRow[]> {
  const rows = await registryDb
    .selectFrom('licenses')
    .select(['license_type as licenseType', 'digits', 'rank', 'business_name as businessName'])
    .select(['licensee_name as licenseeName', 'city', 'zip', 'county_code as countyCode'])
    .select(['primary_status as primaryStatus', 'secondary_status as secondaryStatus'])
    .select(['expires_on as expiresOn', 'last_inspected_on as lastInspectedOn', 'risk_level as riskLevel'])
    .select(['mailing_address as mailingAddress', 'phone'])
    .where('file_id', '=', fileId)
    .orderBy('license_type')
    .orderBy('digits')
    .execute();
  return rows.flatMap((row) => {
    const { licenseType } = row;
    return REGULATOR.licenses.isType(licenseType) ? [{ ...row, licenseType }] : [];
  });
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
