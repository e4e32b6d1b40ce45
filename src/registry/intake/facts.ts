import type { RawBuilder } from 'kysely';
import type { IsoDate } from '../../lib/dates.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { isVendorLicenseType, type LicenseType } from '../licenses/number.ts';
import { compareAge } from './merge.ts';
import type { VisitRow } from './parsed-file.ts';
import { speaksFirst } from './speaks-first.ts';
import {
  listLicenses,
  listObservations,
  listPublishedFiles,
  type PublishedFile,
  type StoredLicense,
  type StoredObservation,
} from './store.ts';

/** One inspection visit as the regulator's newest file shows it; its license is whose facts it is among. */
export type FactVisit = Omit<VisitRow, 'licenseType' | 'digits' | 'pda'> & {
  /** What the inspector wrote to its citations, in the regulator's order; absent where no file says. */
  readonly observations?: readonly FactObservation[];
};

export type FactObservation = StoredObservation;

/** The license row that speaks for a number. */
export interface FactLicense extends StoredLicense {
  /** Whether the newest file of its district still lists it. */
  readonly onFile: boolean;
}

/** A closure as the regulator's weekly workbook reports it; it names a license by digits alone. */
export interface FactClosure {
  readonly closedOn: IsoDate;
  readonly businessName: string;
  readonly conditions: string;
  readonly reopenedOn: IsoDate | null;
}

/** Everything the regulator's files say about one license number. */
export interface VendorFacts {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly license: FactLicense | undefined;
  readonly visits: readonly FactVisit[];
  /** Days on which a change of owner was approved. */
  readonly ownershipChanges: readonly IsoDate[];
  readonly closures: readonly FactClosure[];
}

/** All that is on file, by license number, in the order of numbers: four statements whatever the size. */
export async function listVendorFacts(
  registryDb: RegistryDb,
  allLicenses: readonly FactLicense[],
): Promise<VendorFacts[]> {
  const licenses = Map.groupBy(allLicenses, numberOf);
  const visits = Map.groupBy(await listVisits(registryDb), numberOf);
  const changes = Map.groupBy(await listOwnershipChanges(registryDb), numberOf);
  const closures = Map.groupBy(await listClosures(registryDb), ({ digits }) => digits);
  const numbers = [...new Set([...licenses.keys(), ...visits.keys()])].sort();
  return numbers.flatMap((number) => {
    const licenseType = number.slice(0, 4);
    const digits = number.slice(5);
    if (!isVendorLicenseType(licenseType)) return [];
    return {
      licenseType,
      digits,
      license: licenses.get(number)?.sort(speaksFirst)[0],
      visits: visits.get(number) ?? [],
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
  const newest = new Map<string, PublishedFile>();
  for (const file of await listPublishedFiles(registryDb)) {
    const other = newest.get(file.slot);
    if (!other || compareAge(file, other) > 0) newest.set(file.slot, file);
  }
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
    // Onto the row itself, which is ours: a copy of every visit would be most of what this function costs.
    return found ? Object.assign(visit, { observations: found }) : visit;
  });
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
  return `${licenseType}:${digits}`;
}
