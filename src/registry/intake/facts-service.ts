import { type RawBuilder, sql } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import { filledUp } from '../../platform/db/one-of.ts';
import { VENDOR_LICENSE_TYPES } from '../licenses/number.ts';
import { compareLicensePrecedence } from '../licenses/precedence.ts';
import type { LicenseType } from '../sources/regulator.ts';
import type {
  FactClosure,
  FactLicense,
  FactOrder,
  FactVisit,
  ListedNames,
  NumberRange,
  VendorFacts,
} from './facts.ts';
import { listFilesInUse } from './files-store.ts';
import { listLicenses, listObservations } from './store.ts';

/** All that is on file of the licenses of a range, in the order of numbers. */
export interface FactsOfRange {
  readonly range: NumberRange;
  readonly facts: readonly VendorFacts[];
}

/** License rows and visits that one range has at most, but for those of its last license. */
const LICENSES_OF_RANGE = 400;
const VISITS_OF_RANGE = 6_000;
const NUMBERS_AT_ONCE = 256;

/** Numbers of one license type, one by one. */
interface NumberList {
  readonly licenseType: LicenseType;
  readonly numbers: readonly string[];
}

type Numbers = NumberRange | NumberList;

/**
 * All that is on file, in the order of license numbers, a range at a time: the memory it takes does not grow with the
 * number of vendors. Nine statements for each range. The ranges leave no number out.
 */
export async function* readVendorFacts(registryDb: RegistryDb): AsyncGenerator<FactsOfRange> {
  const inUse = await listFilesInUse(registryDb);
  for (const licenseType of [...VENDOR_LICENSE_TYPES].sort()) {
    let after = '';
    for (;;) {
      const to = await endOfRange(registryDb, licenseType, after);
      const range = { licenseType, after, to };
      yield { range, facts: await listFacts(registryDb, range, inUse) };
      if (to === undefined) break;
      after = to;
    }
  }
}

/** A part of the numbers of a license type, and all that is on file of them. */
export interface FactsOfNumbers {
  readonly licenseType: LicenseType;
  readonly numbers: readonly string[];
  readonly facts: readonly VendorFacts[];
}

/** The same for a few license numbers, whatever their type; `digits` are sorted. */
export async function* readFactsOf(
  registryDb: RegistryDb,
  digits: readonly string[],
): AsyncGenerator<FactsOfNumbers> {
  const inUse = await listFilesInUse(registryDb);
  for (const licenseType of [...VENDOR_LICENSE_TYPES].sort())
    for (let start = 0; start < digits.length; start += NUMBERS_AT_ONCE) {
      const numbers = digits.slice(start, start + NUMBERS_AT_ONCE);
      yield { licenseType, numbers, facts: await listFacts(registryDb, { licenseType, numbers }, inUse) };
    }
}

/** Where a range ends that has as many rows as are read at a time; undefined where fewer are left. */
async function endOfRange(
  registryDb: RegistryDb,
  licenseType: LicenseType,
  after: string,
): Promise<string | undefined> {
  const license = await registryDb
    .selectFrom('licenses')
    .select('digits')
    .where('license_type', '=', licenseType)
    .where('digits', '>', after)
    .orderBy('digits')
    .limit(1)
    .offset(LICENSES_OF_RANGE)
    .executeTakeFirst();
  const visit = await registryDb
    .selectFrom('visits')
    .select('digits')
    .where('license_type', '=', licenseType)
    .where('digits', '>', after)
    .orderBy('digits')
    .limit(1)
    .offset(VISITS_OF_RANGE)
    .executeTakeFirst();
  return [license, visit].flatMap((row) => row?.digits ?? []).sort()[0];
}

async function listFacts(
  registryDb: RegistryDb,
  range: Numbers,
  inUse: ReadonlySet<number>,
): Promise<VendorFacts[]> {
  const which = sql<boolean>`license_type = ${range.licenseType} and ${isAmong(range)}`;
  const licenses = Map.groupBy(await listLicenses(registryDb, which), digitsOf);
  const visits = Map.groupBy(await listVisits(registryDb, which), digitsOf);
  const changes = Map.groupBy(await listOwnershipChanges(registryDb, which), digitsOf);
  const names = Map.groupBy(await listNames(registryDb, which), digitsOf);
  const closures = Map.groupBy(await listClosures(registryDb, range), digitsOf);
  const orders = Map.groupBy(await listOrders(registryDb, which), digitsOf);
  const numbers = [...new Set([...licenses.keys(), ...visits.keys()])].sort();
  return numbers.map((digits) => ({
    licenseType: range.licenseType,
    digits,
    license: licenses
      .get(digits)
      ?.map((license) => ({ ...license, onFile: inUse.has(license.fileId) }))
      .sort(compareLicensePrecedence)[0],
    visits: visits.get(digits) ?? [],
    names: names.get(digits) ?? [],
    ownershipChanges: (changes.get(digits) ?? []).map(({ approvedOn }) => approvedOn),
    closures: closures.get(digits) ?? [],
    orders: (orders.get(digits) ?? []).map(({ digits: _, ...order }) => order),
  }));
}

/** A condition on any table that has digits. */
function isAmong(which: Numbers): RawBuilder<boolean> {
  if ('numbers' in which) return sql<boolean>`digits in (${sql.join(filledUp(which.numbers))})`;
  const { after, to } = which;
  const upTo = to === undefined ? sql`` : sql` and digits <= ${to}`;
  return sql<boolean>`digits > ${after}${upTo}`;
}

/**
 * Every license row, or those that meet a condition on `licenses`, marked with whether the newest license file of its
 * district lists it.
 */
export async function listFactLicenses(
  registryDb: RegistryDb,
  which?: RawBuilder<boolean>,
): Promise<FactLicense[]> {
  const inUse = await listFilesInUse(registryDb);
  return (await listLicenses(registryDb, which)).map((license) => ({
    ...license,
    onFile: inUse.has(license.fileId),
  }));
}

async function listVisits(
  registryDb: RegistryDb,
  which: RawBuilder<boolean>,
): Promise<(FactVisit & { licenseType: string; digits: string })[]> {
  const observations = await listObservations(registryDb, which);
  const visits = await registryDb
    .selectFrom('visits')
    .select(['license_type as licenseType', 'digits', 'visit_id as visitId', 'license_id as licenseId'])
    .select(['case_id as caseId', 'visit_number as visitNumber', 'visited_on as visitedOn'])
    .select(['inspection_type as inspectionType', 'disposition', 'total', 'high_priority as highPriority'])
    .select(['intermediate', 'basic', 'categories', 'business_name as businessName', 'city', 'zip'])
    .select(['county_code as countyCode', 'district'])
    .where(which)
    .orderBy('visit_id')
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
  which: RawBuilder<boolean>,
): Promise<(ListedNames & { licenseType: string; digits: string })[]> {
  const rows = await registryDb
    .selectFrom('license_rows')
    .innerJoin('import_files', 'import_files.id', 'file_id')
    .select(['license_type as licenseType', 'digits'])
    .select(['licensee_name as licenseeName', 'business_name as businessName'])
    .select(({ fn }) => [fn.min('file_date').as('firstOn'), fn.max('file_date').as('lastOn')])
    .where(which)
    .groupBy(['license_type', 'digits', 'licensee_name', 'business_name'])
    .orderBy('license_type')
    .orderBy('digits')
    .orderBy('licensee_name')
    .orderBy('business_name')
    .execute();
  return rows.map(({ firstOn, lastOn, ...row }) => ({
    ...row,
    firstOn: firstOn ?? '',
    lastOn: lastOn ?? '',
  }));
}

async function listOwnershipChanges(registryDb: RegistryDb, which: RawBuilder<boolean>) {
  return registryDb
    .selectFrom('license_applications')
    .select(['license_type as licenseType', 'digits', 'approved_on as approvedOn'])
    .where('kind', '=', 'ownership_change')
    .where(which)
    .orderBy('application_number')
    .execute();
}

/** They name no license type. */
async function listClosures(
  registryDb: RegistryDb,
  which: Numbers,
): Promise<(FactClosure & { digits: string })[]> {
  return registryDb
    .selectFrom('closures')
    .where(isAmong(which))
    .select(['digits', 'closed_on as closedOn', 'business_name as businessName', 'conditions'])
    .select(['reopened_on as reopenedOn'])
    .execute();
}

async function listOrders(
  registryDb: RegistryDb,
  which: RawBuilder<boolean>,
): Promise<(FactOrder & { digits: string })[]> {
  const rows = await registryDb
    .selectFrom('final_orders')
    .innerJoin('import_files', 'import_files.id', 'file_id')
    .select(['digits', 'case_number as caseNumber', 'ordered_on as orderedOn', 'violation_on as violationOn'])
    .select(['violations', 'fine_cents as fineCents', 'file_date as fileDate'])
    .where(which)
    .orderBy('ordered_on', 'desc')
    .orderBy('case_number', 'desc')
    .execute();
  return rows.map(({ fileDate, ...row }) => ({ ...row, fileDate: fileDate ?? row.orderedOn }));
}

function digitsOf({ digits }: { readonly digits: string }): string {
  return digits;
}
