import type { Insertable } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import type { RegistrySchema } from '../../platform/db/schema/schema-registry.ts';
import type {
  ApplicationRow,
  ClosureRow,
  ObservationRow,
  OrderRow,
  VisitRow,
} from '../sources/parsed-file.ts';
import type { HeldLicense } from './merge.ts';

/** Most visits without an inspection on file whose observations are kept; the newest stay. */
const WAITING_VISITS_MAX = 200_000;

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
