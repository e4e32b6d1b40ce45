import type { RawBuilder } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import { isVendorLicenseType, licenseKey } from '../licenses/number.ts';
import { compareLicensePrecedence } from '../licenses/precedence.ts';
import type { FactClosure, FactLicense, FactVisit, ListedNames, VendorFacts } from './facts.ts';
import { newestOfSlots } from './file-age.ts';
import { listPublishedFiles } from './files-store.ts';
import { listLicenses, listObservations } from './store.ts';

/** All that is on file, by license number, in the order of numbers: five statements whatever the size. */
export async function listVendorFacts(
  registryDb: RegistryDb,
  allLicenses: readonly FactLicense[],
): Promise<VendorFacts[]> {
  const licenses = Map.groupBy(allLicenses, numberOf);
  const visits = Map.groupBy(await listVisits(registryDb), numberOf);
  const changes = Map.groupBy(await listOwnershipChanges(registryDb), numberOf);
  const names = Map.groupBy(await listNames(registryDb), numberOf);
  const closures = Map.groupBy(await listClosures(registryDb), ({ digits }) => digits);
  const numbers = [...new Set([...licenses.keys(), ...visits.keys()])].sort();
  return numbers.flatMap((number) => {
    const licenseType = number.slice(0, 4);
    const digits = number.slice(5);
    if (!isVendorLicenseType(licenseType)) return [];
    return {
      licenseType,
      digits,
      license: licenses.get(number)?.sort(compareLicensePrecedence)[0],
      visits: visits.get(number) ?? [],
      names: names.get(number) ?? [],
      ownershipChanges: (changes.get(number) ?? []).map(({ approvedOn }) => approvedOn),
      closures: closures.get(digits) ?? [],
    };
  });
}

/**
 * Every license row, or those that meet a condition on `licenses`, marked with whether the newest license file of its
 * district lists it.
 */
export async function listFactLicenses(
  registryDb: RegistryDb,
  which?: RawBuilder<boolean>,
): Promise<FactLicense[]> {
  const newest = newestOfSlots(await listPublishedFiles(registryDb));
  const inUse = new Set([...newest.values()].map(({ id }) => id));
  return (await listLicenses(registryDb, which)).map((license) => ({
    ...license,
    onFile: inUse.has(license.fileId),
  }));
}

async function listVisits(
  registryDb: RegistryDb,
): Promise<(FactVisit & { licenseType: string; digits: string })[]> {
  const observations = await listObservations(registryDb);
  const visits = await registryDb
    .selectFrom('visits')
    .select(['license_type as licenseType', 'digits', 'visit_id as visitId', 'license_id as licenseId'])
    .select(['case_id as caseId', 'visit_number as visitNumber', 'visited_on as visitedOn'])
    .select(['inspection_type as inspectionType', 'disposition', 'total', 'high_priority as highPriority'])
    .select(['intermediate', 'basic', 'categories', 'business_name as businessName', 'city', 'zip'])
    .select(['county_code as countyCode', 'district'])
    .execute();
  return visits.map((visit) => {
    const found = observations.get(visit.visitId);
    // Added to the row itself: copying every visit would be most of this function's cost.
    return found ? Object.assign(visit, { observations: found }) : visit;
  });
}

/** Files that count, whether their rows are in force or not. */
async function listNames(
  registryDb: RegistryDb,
): Promise<(ListedNames & { licenseType: string; digits: string })[]> {
  const rows = await registryDb
    .selectFrom('license_rows')
    .innerJoin('import_files', 'import_files.id', 'file_id')
    .select(['license_type as licenseType', 'digits'])
    .select(['licensee_name as licenseeName', 'business_name as businessName'])
    .select(({ fn }) => [fn.min('file_date').as('firstOn'), fn.max('file_date').as('lastOn')])
    .groupBy(['license_type', 'digits', 'licensee_name', 'business_name'])
    .execute();
  return rows.map(({ firstOn, lastOn, ...row }) => ({
    ...row,
    firstOn: firstOn ?? '',
    lastOn: lastOn ?? '',
  }));
}

async function listOwnershipChanges(registryDb: RegistryDb) {
  return registryDb
    .selectFrom('license_applications')
    .select(['license_type as licenseType', 'digits', 'approved_on as approvedOn'])
    .where('kind', '=', 'ownership_change')
    .execute();
}

async function listClosures(registryDb: RegistryDb): Promise<(FactClosure & { digits: string })[]> {
  return registryDb
    .selectFrom('closures')
    .select(['digits', 'closed_on as closedOn', 'business_name as businessName', 'conditions'])
    .select(['reopened_on as reopenedOn'])
    .execute();
}

function numberOf({ licenseType, digits }: { licenseType: string; digits: string }): string {
  return licenseKey(licenseType, digits);
}
