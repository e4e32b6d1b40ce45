import type { DatabaseSync } from 'node:sqlite';
import { piecesOf } from '../../matching/compare-names.ts';
import { firstWordsOf } from '../../matching/vendor-words.ts';
import {
  SNAPSHOT_INDEXES,
  SNAPSHOT_TABLES,
  type SnapshotRecordsTable,
  type SnapshotStateTable,
  type SnapshotVendorsTable,
} from '../../platform/db/schema/schema-snapshot.ts';
import { createSqliteFile, iterateRows, prepareInsert } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { rootOf } from '../../proof/tree.ts';
import type { ApplicationRow } from '../../regulator/source/parsed-file.ts';
import type { VendorRecord } from '../record/record.ts';
import { toRows } from '../record/record-rows.ts';
import type { GatheredLicense } from './gather-facts.ts';
import { hashTreeLeaf, type TreeRecord } from './record-tree.ts';

export function createSnapshot(file: string): DatabaseSync {
  return createSqliteFile(file, SNAPSHOT_TABLES);
}

/** Returns a function that writes the data on file about one license, and its record if there is one. */
export function prepareWriting(snapshot: DatabaseSync) {
  const insertVendor = prepareInsert<SnapshotVendorsTable>(snapshot, 'vendors', VENDOR);
  const insertRecord = prepareInsert<SnapshotRecordsTable>(snapshot, 'records', RECORD);
  const insertVisit = prepareInsert<VisitRow>(snapshot, 'visits', VISIT);
  const insertLicense = prepareInsert<LicenseRow>(snapshot, 'licenses', LICENSE);
  const noteName = prepareNotingNames(snapshot);
  let position = 0;
  return ({ facts, licenses }: GatheredLicense, record: VendorRecord | undefined): void => {
    for (const visit of facts.visits) insertVisit(toVisitRow(visit, facts));
    for (const [place, license] of licenses.entries()) insertLicense(toLicenseRow(license, place));
    if (!record) return;
    position += 1;
    const rows = toRows(record);
    insertVendor({ position, ...rows.vendor });
    insertRecord({ position, ...rows.record });
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
  'cuisine',
  'grade_shown',
  'service_score',
  'risk_tier',
  'verdict',
  'verdict_today',
  'closed_on',
  'reach_to',
  'sha256',
  'shown_sha256',
] as const satisfies readonly (keyof SnapshotVendorsTable)[];

const RECORD = [
  'position',
  'identity',
  'summary',
  'standing',
  'facts',
  'scorecard',
] as const satisfies readonly (keyof SnapshotRecordsTable)[];

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

/** Writes every application in force, including those for licenses without a record. */
export function writeApplications(snapshot: DatabaseSync, applications: Iterable<ApplicationRow>): void {
  const insert = prepareInsert<ReturnType<typeof toApplicationRow>>(snapshot, 'applications', [
    'kind',
    'digits',
    'license_type',
    'application_number',
    'approved_on',
  ]);
  for (const application of applications) insert(toApplicationRow(application));
}

function toApplicationRow({ kind, digits, licenseType, applicationNumber, approvedOn }: ApplicationRow) {
  return {
    kind,
    digits,
    license_type: licenseType,
    application_number: applicationNumber,
    approved_on: approvedOn,
  };
}

/**
 * Creates the indexes and writes the published state, which is the last row in a snapshot. Returns the root
 * hash.
 */
export function finishSnapshot(snapshot: DatabaseSync, state: Omit<SnapshotStateTable, 'root_hash'>): string {
  snapshot.exec(SNAPSHOT_INDEXES);
  const root_hash = hashRecords(snapshot);
  prepareInsert<SnapshotStateTable>(snapshot, 'published_state', STATE)({ ...state, root_hash });
  return root_hash;
}

const STATE = [
  'version',
  'as_of',
  'data_as_of',
  'published_at',
  'fictional',
  'score_version',
  'record_format',
  'statistics',
  'as_of_chosen',
  'covers',
  'made_by',
  'root_hash',
] as const satisfies readonly (keyof SnapshotStateTable)[];

/** Computes the root of the tree over all records, sorted by id. */
function hashRecords(snapshot: DatabaseSync): string {
  const records = iterateRows<TreeRecord>(
    snapshot,
    'select id, sha256, shown_sha256 from vendors order by id',
  );
  return Buffer.from(rootOf(Array.from(records, hashTreeLeaf))).toString('hex');
}

/** Returns a function that saves the words of a name. They are counted when the snapshot is finished. */
export function prepareNotingNames(snapshot: DatabaseSync): (name: string | null) => void {
  const insert = snapshot.prepare('insert into temp.name_pieces values (?)');
  return (name) => {
    if (name === null) return;
    for (const piece of new Set(piecesOf(firstWordsOf(name)).map(({ text }) => text))) insert.run(piece);
  };
}
