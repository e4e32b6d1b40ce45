import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { createSqliteFile, iterateRows, prepareInsert } from '../../platform/db/new-sqlite-file.ts';
import type { StoredStatistics } from '../statistics/schemas.ts';
import type { RecordContext, VendorRecord } from '../vendors/record.ts';
import { toBodies, toVendorRow } from '../vendors/record-rows.ts';
import type { FilesCoverage } from './describe-files.ts';
import type { GatheredLicense } from './gather-facts.ts';
import { readApplications } from './staging-store.ts';
import { indexTexts, PIECES, prepareNotingNames } from './text-index-store.ts';

/**
 * What a snapshot holds. Rows are written in the order of license numbers, and every table but `records` is small, so a list
 * reads neighboring pages. `licenses.place` 0 is the row that records go by.
 */
const SCHEMA = `
  create table snapshot (root_hash text not null, as_of text not null, data_as_of text not null,
    fictional integer not null, score_version text not null, statistics text not null, coverage text not null);
  create table vendors (position integer primary key, id text not null unique, license_type text not null,
    digits text not null, search_name text not null, search_aka text not null, search_city text not null,
    search_text text not null, on_file integer not null, county text not null, license_kind text not null,
    grade_shown text not null, service_score real, risk_tier text not null, verdict text not null,
    reach_to text not null, sha256 text not null, shown_sha256 text not null);
  create table records (position integer primary key, identity text not null, summary text not null,
    standing text not null, facts text not null, scorecard text not null);
  create table visits (license_type text, digits text, visited_on text, visit_id integer, license_id integer,
    inspection_type text, disposition text, total integer, high_priority integer, intermediate integer,
    basic integer, categories text, primary key (license_type, digits, visited_on, visit_id)) without rowid;
  create table licenses (license_type text, digits text, place integer, file_district integer, on_file integer,
    rank text, business_name text, licensee_name text, city text, primary_status text, secondary_status text,
    expires_on text, mailing_address text, phone text, primary key (license_type, digits, place)) without rowid;
  create table applications (kind text, digits text, license_type text, application_number text, approved_on text,
    primary key (kind, digits, license_type, application_number)) without rowid;`;

export function createSnapshot(file: string): DatabaseSync {
  return createSqliteFile(file, SCHEMA + PIECES);
}

/** Returns a function that writes what is on file of one license, and its record if it has one. */
export function prepareWriting(snapshot: DatabaseSync) {
  const insertVendor = prepareInsert<VendorRow>(snapshot, 'vendors', VENDOR);
  const insertRecord = prepareInsert<RecordRow>(snapshot, 'records', RECORD);
  const insertVisit = prepareInsert<VisitRow>(snapshot, 'visits', VISIT);
  const insertLicense = prepareInsert<LicenseRow>(snapshot, 'licenses', LICENSE);
  const noteName = prepareNotingNames(snapshot);
  let position = 0;
  return ({ facts, licenses }: GatheredLicense, record: VendorRecord | undefined): void => {
    for (const visit of facts.visits) insertVisit(toVisitRow(visit, facts));
    for (const [place, license] of licenses.entries()) insertLicense(toLicenseRow(license, place));
    if (!record) return;
    position += 1;
    const bodies = toBodies(record);
    insertVendor({
      position,
      ...toVendorRow(record),
      ...bodies,
      reach_to: record.scorecard.records_reach_to,
    });
    insertRecord({ position, ...bodies });
    noteName(record.scorecard.name);
    noteName(record.scorecard.aka);
  };
}

const VENDOR = [
  'position',
  'id',
  'license_type',
  'digits',
  'search_name',
  'search_aka',
  'search_city',
  'search_text',
  'on_file',
  'county',
  'license_kind',
  'grade_shown',
  'service_score',
  'risk_tier',
  'verdict',
  'reach_to',
  'sha256',
  'shown_sha256',
] as const satisfies readonly (keyof VendorRow)[];

type Bodies = ReturnType<typeof toBodies>;
type VendorRow = { position: number; reach_to: string } & ReturnType<typeof toVendorRow> & Bodies;

const RECORD = [
  'position',
  'identity',
  'summary',
  'standing',
  'facts',
  'scorecard',
] as const satisfies readonly (keyof RecordRow)[];

type RecordRow = { position: number } & Bodies;

const VISIT = [
  'license_type',
  'digits',
  'visited_on',
  'visit_id',
  'license_id',
  'inspection_type',
  'disposition',
  'total',
  'high_priority',
  'intermediate',
  'basic',
  'categories',
] as const satisfies readonly (keyof VisitRow)[];

type VisitRow = ReturnType<typeof toVisitRow>;
type Facts = GatheredLicense['facts'];

function toVisitRow(visit: Facts['visits'][number], { licenseType, digits }: Facts) {
  return {
    license_type: licenseType,
    digits,
    visited_on: visit.visitedOn,
    visit_id: visit.visitId,
    license_id: visit.licenseId,
    inspection_type: visit.inspectionType,
    disposition: visit.disposition,
    total: visit.total,
    high_priority: visit.highPriority,
    intermediate: visit.intermediate,
    basic: visit.basic,
    categories: visit.categories,
  };
}

const LICENSE = [
  'license_type',
  'digits',
  'place',
  'file_district',
  'on_file',
  'rank',
  'business_name',
  'licensee_name',
  'city',
  'primary_status',
  'secondary_status',
  'expires_on',
  'mailing_address',
  'phone',
] as const satisfies readonly (keyof LicenseRow)[];

type LicenseRow = ReturnType<typeof toLicenseRow>;

function toLicenseRow(license: GatheredLicense['licenses'][number], place: number) {
  return {
    license_type: license.licenseType,
    digits: license.digits,
    place,
    file_district: license.fileDistrict,
    on_file: license.onFile,
    rank: license.rank,
    business_name: license.businessName,
    licensee_name: license.licenseeName,
    city: license.city,
    primary_status: license.primaryStatus,
    secondary_status: license.secondaryStatus,
    expires_on: license.expiresOn,
    mailing_address: license.mailingAddress,
    phone: license.phone,
  };
}

/** Writes every application in force, of licenses without a record as well. */
export function writeApplications(snapshot: DatabaseSync, staging: DatabaseSync): void {
  const insert = prepareInsert<ReturnType<typeof toApplicationRow>>(snapshot, 'applications', [
    'kind',
    'digits',
    'license_type',
    'application_number',
    'approved_on',
  ]);
  for (const application of readApplications(staging)) insert(toApplicationRow(application));
}

type Application = ReturnType<typeof readApplications> extends Iterable<infer Row> ? Row : never;

function toApplicationRow({ kind, digits, licenseType, applicationNumber, approvedOn }: Application) {
  return {
    kind,
    digits,
    license_type: licenseType,
    application_number: applicationNumber,
    approved_on: approvedOn,
  };
}

/** What a snapshot says of all of its records. */
export interface Summary {
  readonly context: RecordContext;
  readonly scoreVersion: string;
  readonly statistics: StoredStatistics;
  readonly coverage: FilesCoverage;
}

/** Makes the indexes and writes the summary, the last row of a snapshot. Returns the root hash. */
export function finishSnapshot(
  snapshot: DatabaseSync,
  { context, scoreVersion, statistics, coverage }: Summary,
): string {
  indexTexts(snapshot);
  const rootHash = hashRecords(snapshot);
  const { asOf, dataAsOf, fictional } = context;
  const row = {
    root_hash: rootHash,
    as_of: asOf,
    data_as_of: dataAsOf,
    fictional,
    score_version: scoreVersion,
    statistics: JSON.stringify(statistics),
    coverage: JSON.stringify(coverage),
  };
  prepareInsert<typeof row>(snapshot, 'snapshot', [
    'root_hash',
    'as_of',
    'data_as_of',
    'fictional',
    'score_version',
    'statistics',
    'coverage',
  ])(row);
  return rootHash;
}

/** SHA-256 over the id and the hashes of every record, in the order of ids. */
function hashRecords(snapshot: DatabaseSync): string {
  const hash = createHash('sha256');
  for (const { id, sha256, shown_sha256 } of iterateRows<HashedVendor>(
    snapshot,
    'select id, sha256, shown_sha256 from vendors order by id',
  ))
    hash.update(`${id} ${sha256} ${shown_sha256}\n`);
  return hash.digest('hex');
}

type HashedVendor = Pick<VendorRow, 'id' | 'sha256' | 'shown_sha256'>;
