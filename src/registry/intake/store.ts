import { type Insertable, type RawBuilder, sql } from 'kysely';
import { remember } from '../../lib/remember.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import type { RegistrySchema } from '../../platform/db/schema-registry.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import { OBSERVATION_FLAGS, tierOf } from '../sources/observation.ts';
import type {
  ApplicationRow,
  ClosureRow,
  LicenseRow,
  ObservationRow,
  VisitRow,
} from '../sources/parsed-file.ts';
import type { StoredLicense, StoredObservation } from './facts.ts';

/** The tables that several files may speak of, and what names a row in each. */
const KEYS = {
  visits: ['visit_id'],
  licenses: ['file_district', 'license_type', 'digits'],
  license_applications: ['kind', 'application_number', 'license_type', 'digits'],
  closures: ['digits', 'closed_on'],
} as const;
type MergedTable = keyof typeof KEYS;

/**
 * Writes each row unless the stored one comes from a newer file. `rows` are ordered from the oldest file to
 * the newest; `isNewer(a, b)` compares file ids. Returns how many rows were written.
 */
export async function mergeRows<Table extends MergedTable>(
  registryDb: RegistryDb,
  table: Table,
  rows: readonly Insertable<RegistrySchema[Table]>[],
  isNewer: (fileId: number, otherFileId: number) => boolean,
): Promise<number> {
  if (rows.length === 0) return 0;
  const stored = await mapStoredFiles(registryDb, table);
  const newest = new Map(rows.map((row) => [keyOf(table, row), row]));
  const written = [...newest].filter(([key, row]) => {
    const storedFile = stored.get(key);
    return storedFile === undefined || isNewer(Number(Reflect.get(row, 'file_id')), storedFile);
  });
  const kept = written.map(([, row]) => row);
  await upsertRows(registryDb, table, KEYS[table], kept);
  return kept.length;
}

/** Most visits without an inspection on file whose observations are kept; the newest stay. */
const WAITING_VISITS_MAX = 200_000;
const VISITS_PER_STATEMENT = 500;

/**
 * Writes the observations of each visit whole, from the newest file that has any. They may come before their
 * inspections and wait for them: until then a vendor's visit cannot be told from a restaurant's.
 */
export async function mergeObservations(
  registryDb: RegistryDb,
  files: readonly { readonly fileId: number; readonly rows: readonly ObservationRow[] }[],
  isNewer: (fileId: number, otherFileId: number) => boolean,
): Promise<void> {
  const newest = new Map<number, { readonly fileId: number; readonly rows: ObservationRow[] }>();
  for (const { fileId, rows } of files)
    for (const row of rows) {
      const entry = newest.get(row.visitId);
      if (entry?.fileId === fileId) entry.rows.push(row);
      else newest.set(row.visitId, { fileId, rows: [row] });
    }
  if (newest.size === 0) return;
  const query = registryDb.selectFrom('observations').select(['visit_id', 'file_id']).distinct();
  const stored = new Map((await query.execute()).map((row) => [Number(row.visit_id), row.file_id]));
  const written = [...newest].filter(([visitId, { fileId }]) => {
    const storedFile = stored.get(visitId);
    return storedFile === undefined || isNewer(fileId, storedFile);
  });
  const replaced = written.map(([visitId]) => visitId).filter((visitId) => stored.has(visitId));
  for (let start = 0; start < replaced.length; start += VISITS_PER_STATEMENT)
    await registryDb
      .deleteFrom('observations')
      .where('visit_id', 'in', replaced.slice(start, start + VISITS_PER_STATEMENT))
      .execute();
  const rows = written.flatMap(([, entry]) => entry.rows.map((row) => toObservationRow(row, entry.fileId)));
  await upsertRows(registryDb, 'observations', ['visit_id', 'position'], rows);
}

/** The observations of visits on file, by visit and in the regulator's order. */
export async function listObservations(
  registryDb: RegistryDb,
): Promise<ReadonlyMap<number, readonly StoredObservation[]>> {
  const rows = await registryDb
    .selectFrom('observations')
    .innerJoin('visits', 'visits.visit_id', 'observations.visit_id')
    .select(['observations.visit_id as visitId', 'code', 'category', 'tier', 'text', 'flags'])
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

/** Seven flags make at most 128 lists, so all of them fit the memory. */
const flagsOf = remember((text) => {
  const stored = text.split(',');
  return OBSERVATION_FLAGS.filter((flag) => stored.includes(flag));
}, 200);

/** Deletes the oldest observations that wait for inspections, beyond `visitsMax` visits. */
export async function dropWaitingObservations(
  registryDb: RegistryDb,
  visitsMax = WAITING_VISITS_MAX,
): Promise<void> {
  const oldest = await registryDb
    .selectFrom('observations')
    .select('visit_id')
    .distinct()
    .where('visit_id', 'not in', (visits) => visits.selectFrom('visits').select('visits.visit_id'))
    .orderBy('visit_id', 'desc')
    .limit(1)
    .offset(visitsMax)
    .executeTakeFirst();
  if (!oldest) return;
  await registryDb
    .deleteFrom('observations')
    .where('visit_id', '<=', oldest.visit_id)
    .where('visit_id', 'not in', (visits) => visits.selectFrom('visits').select('visits.visit_id'))
    .execute();
}

function toObservationRow(row: ObservationRow, fileId: number): Insertable<RegistrySchema['observations']> {
  return {
    visit_id: row.visitId,
    position: row.position,
    code: row.code,
    category: row.category,
    tier: row.tier,
    text: row.text,
    flags: row.flags.join(','),
    file_id: fileId,
  };
}

async function mapStoredFiles(registryDb: RegistryDb, table: MergedTable): Promise<Map<string, number>> {
  const columns = [...KEYS[table], 'file_id'];
  const rows = await registryDb
    .selectFrom(table)
    .select(columns.map((column) => sql.ref(column).as(column)))
    .execute();
  return new Map(rows.map((row) => [keyOf(table, row), Number(Reflect.get(row, 'file_id'))]));
}

function keyOf(table: MergedTable, row: object): string {
  return KEYS[table].map((column) => String(Reflect.get(row, column))).join('|');
}

export function toVisitRow(row: VisitRow, fileId: number): Insertable<RegistrySchema['visits']> {
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
    .orderBy('license_type')
    .orderBy('digits')
    .orderBy('file_district')
    .execute();
}

export function toLicenseRow(
  row: LicenseRow,
  fileDistrict: number,
  fileId: number,
): Insertable<RegistrySchema['licenses']> {
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
    file_id: fileId,
  };
}

export function toApplicationRow(
  row: ApplicationRow,
  fileId: number,
): Insertable<RegistrySchema['license_applications']> {
  return {
    kind: row.kind,
    application_number: row.applicationNumber,
    license_type: row.licenseType,
    digits: row.digits,
    approved_on: row.approvedOn,
    file_id: fileId,
  };
}

export function toClosureRow(row: ClosureRow, fileId: number): Insertable<RegistrySchema['closures']> {
  return {
    digits: row.digits,
    closed_on: row.closedOn,
    business_name: row.businessName,
    conditions: row.conditions,
    reopened_on: row.reopenedOn,
    file_id: fileId,
  };
}

/** Deletes every regulator record but the run under way. Called for fictional records alone. */
export async function deleteAllRecords(registryDb: RegistryDb, runId: number): Promise<void> {
  for (const table of [
    'observations',
    'visits',
    'licenses',
    'license_applications',
    'closures',
    'refused_rows',
  ] as const)
    await registryDb.deleteFrom(table).execute();
  await registryDb.deleteFrom('import_files').execute();
  await registryDb.deleteFrom('import_runs').where('id', '!=', runId).execute();
}
