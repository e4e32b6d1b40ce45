import type { Insertable, RawBuilder } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import type { RegistrySchema } from '../../platform/db/schema-registry.ts';
import { flagsOf, tierOf } from '../sources/observation.ts';
import type {
  ApplicationRow,
  ClosureRow,
  ObservationRow,
  OrderRow,
  VisitRow,
} from '../sources/parsed-file.ts';
import type { StoredLicense, StoredObservation } from './facts.ts';
import type { HeldLicense } from './merge.ts';

/** Most visits without an inspection on file whose observations are kept; the newest stay. */
const WAITING_VISITS_MAX = 200_000;

/** The observations of those visits on file that meet a condition, by visit and in the regulator's order. */
export async function listObservations(
  registryDb: RegistryDb,
  which: RawBuilder<boolean>,
): Promise<ReadonlyMap<number, readonly StoredObservation[]>> {
  const rows = await registryDb
    .selectFrom('observations')
    .innerJoin('visits', 'visits.visit_id', 'observations.visit_id')
    .select(['observations.visit_id as visitId', 'code', 'category', 'tier', 'text', 'flags'])
    .where(which)
    .orderBy('observations.visit_id')
    .orderBy('position')
    .execute();
  const byVisit = new Map<number, StoredObservation[]>();
  for (const { visitId, code, category, tier, text, flags } of rows) {
    const observation = { code, category, tier: tierOf(tier), text, flags: flagsOf(flags) };
    const others = byVisit.get(Number(visitId));
    if (others) others.push(observation);
    else byVisit.set(Number(visitId), [observation]);
  }
  return byVisit;
}

/** Deletes the oldest observations that wait for inspections, beyond `visitsMax` visits. */
export async function dropWaitingObservations(
  registryDb: RegistryDb,
  visitsMax = WAITING_VISITS_MAX,
): Promise<void> {
  const oldest = await registryDb
    .selectFrom('observation_rows')
    .select('visit_id')
    .distinct()
    .where('visit_id', 'not in', (visits) => visits.selectFrom('visit_rows').select('visit_rows.visit_id'))
    .orderBy('visit_id', 'desc')
    .limit(1)
    .offset(visitsMax)
    .executeTakeFirst();
  if (!oldest) return;
  await registryDb
    .deleteFrom('observation_rows')
    .where('visit_id', '<=', oldest.visit_id)
    .where('visit_id', 'not in', (visits) => visits.selectFrom('visit_rows').select('visit_rows.visit_id'))
    .execute();
}

export function toObservationRow(
  row: ObservationRow,
  fileId: number,
): Insertable<RegistrySchema['observation_rows']> {
  return {
    visit_id: row.visitId,
    position: row.position,
    code: row.code,
    category: row.category,
    tier: row.tier,
    text: row.text,
    flags: row.flags.join(','),
    file_id: fileId,
    in_force: 0,
  };
}

export function toVisitRow(row: VisitRow, fileId: number): Insertable<RegistrySchema['visit_rows']> {
  return {
    visit_id: row.visitId,
    license_type: row.licenseType,
    digits: row.digits,
    license_id: row.licenseId,
    case_id: row.caseId,
    visit_number: row.visitNumber,
    visited_on: row.visitedOn,
    inspection_type: row.inspectionType,
    disposition: row.disposition,
    total: row.total,
    high_priority: row.highPriority,
    intermediate: row.intermediate,
    basic: row.basic,
    pda: row.pda,
    categories: row.categories,
    business_name: row.businessName,
    city: row.city,
    zip: row.zip,
    county_code: row.countyCode,
    district: row.district,
    file_id: fileId,
    in_force: 0,
  };
}

/** Licenses as stored; of several rows for one number in a file, the current holder's was stored. */
export async function listLicenses(
  registryDb: RegistryDb,
  which?: RawBuilder<boolean>,
): Promise<StoredLicense[]> {
  const licenses = registryDb.selectFrom('licenses');
  return (which ? licenses.where(which) : licenses)
    .select(['file_district as fileDistrict', 'license_type as licenseType', 'digits', 'rank'])
    .select(['business_name as businessName', 'licensee_name as licenseeName', 'city', 'zip'])
    .select(['county_code as countyCode', 'primary_status as primaryStatus'])
    .select(['secondary_status as secondaryStatus', 'expires_on as expiresOn'])
    .select(['last_inspected_on as lastInspectedOn', 'risk_level as riskLevel', 'file_id as fileId'])
    .select('former_names as formerNames')
    .orderBy('license_type')
    .orderBy('digits')
    .orderBy('file_district')
    .execute();
}

export function toLicenseRow(
  row: HeldLicense,
  fileDistrict: number,
  fileId: number,
): Insertable<RegistrySchema['license_rows']> {
  return {
    file_district: fileDistrict,
    license_type: row.licenseType,
    digits: row.digits,
    rank: row.rank,
    business_name: row.businessName,
    licensee_name: row.licenseeName,
    city: row.city,
    zip: row.zip,
    county_code: row.countyCode,
    primary_status: row.primaryStatus,
    secondary_status: row.secondaryStatus,
    expires_on: row.expiresOn,
    last_inspected_on: row.lastInspectedOn,
    risk_level: row.riskLevel,
    mailing_address: row.mailingAddress,
    phone: row.phone,
    former_names: row.formerNames,
    file_id: fileId,
    in_force: 0,
  };
}

export function toApplicationRow(
  row: ApplicationRow,
  fileId: number,
): Insertable<RegistrySchema['application_rows']> {
  return {
    kind: row.kind,
    application_number: row.applicationNumber,
    license_type: row.licenseType,
    digits: row.digits,
    approved_on: row.approvedOn,
    file_id: fileId,
    in_force: 0,
  };
}

export function toClosureRow(row: ClosureRow, fileId: number): Insertable<RegistrySchema['closure_rows']> {
  return {
    digits: row.digits,
    closed_on: row.closedOn,
    business_name: row.businessName,
    conditions: row.conditions,
    reopened_on: row.reopenedOn,
    file_id: fileId,
    in_force: 0,
  };
}

export function toOrderRow(row: OrderRow, fileId: number): Insertable<RegistrySchema['final_order_rows']> {
  return {
    license_type: row.licenseType,
    digits: row.digits,
    case_number: row.caseNumber,
    ordered_on: row.orderedOn,
    violation_on: row.violationOn,
    violations: row.violations,
    fine_cents: row.fineCents,
    file_id: fileId,
    in_force: 0,
  };
}

/** Deletes every regulator record but the run under way. Called for fictional records alone. */
export async function deleteAllRecords(registryDb: RegistryDb, runId: number): Promise<void> {
  for (const table of [
    'observation_rows',
    'visit_rows',
    'license_rows',
    'application_rows',
    'closure_rows',
    'final_order_rows',
    'refused_rows',
    'held_changes',
  ] as const)
    await registryDb.deleteFrom(table).execute();
  await registryDb.deleteFrom('import_files').execute();
  await registryDb.deleteFrom('import_runs').where('id', '!=', runId).execute();
}
