import type { IsoDate } from '../../lib/dates.ts';
import { DamagedRecord } from '../../lib/stored-json.ts';
import type { RegistryAccess, RegistryDb, RegistryEngine, RegistryTx } from '../../platform/db/database.ts';
import { filledUp } from '../../platform/db/one-of.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { VendorRecordsTable, VendorsTable } from '../../platform/db/schema-registry.ts';
import { noteSearchTexts } from '../../platform/db/short-terms.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';
import type { NumberRange } from '../intake/facts.ts';
import type { Verdict } from '../scoring/recommendation.ts';
import type { Aging } from './aging.ts';
import {
  JOIN_DAYS,
  publishedFacts,
  publishedRecord,
  publishedTexts,
  REACH_NOW,
  STORED_DAYS,
  type StoredDays,
} from './record-days.ts';
import { hashRecord, requireShown } from './whole-record.ts';

export type BodyColumn = 'identity' | 'summary' | 'scorecard' | 'standing' | 'facts';

/** A published text, and what tells its age when it is read. */
export interface StoredRecord extends Aging {
  readonly body: string;
  /** Of the texts of scorecard and facts, or for the others of these. */
  readonly sha256: string;
}

/**
 * The published row that answers identity, search and scorecard; undefined for an unknown id. The statement is
 * the hot path of the open endpoints: compiled once for each column, not built for each request.
 */
export async function findRecord(
  registryDb: RegistryDb,
  id: string,
  column: BodyColumn,
): Promise<StoredRecord | undefined> {
  if (column === 'facts' || column === 'scorecard') return findOfRecord(registryDb, id, column);
  const rows = await rawQuery<ShownRow & Aging & { readonly sha256: string }>(registryDb, FIND_SHOWN, [id]);
  const [row] = rows;
  if (!row) return undefined;
  const { shown_sha256, sha256, reach_to, verdict } = row;
  const hash = shown_sha256 === '' ? sha256 : shown_sha256;
  requireHash(hash);
  return { body: requireShown(row)[column], sha256: hash, reach_to, verdict };
}

type ShownRow = Pick<VendorRecordsTable, 'identity' | 'summary' | 'standing' | 'shown_sha256'>;

const FIND_SHOWN = `select identity, summary, standing, shown_sha256, sha256, ${REACH_NOW}, verdict
  from vendor_records ${JOIN_DAYS} where vendor_id = ?`;

async function findOfRecord(
  registryDb: RegistryDb,
  id: string,
  column: 'facts' | 'scorecard',
): Promise<StoredRecord | undefined> {
  const rows = await rawQuery<HashedRow & Omit<Aging, 'reach_to'>>(registryDb, FIND_RECORD, [id]);
  const [row] = rows;
  if (!row) return undefined;
  const { sha256, reach_to, ...texts } = publishedRecord(row);
  requireHash(sha256);
  return { body: texts[column], sha256, reach_to, verdict: row.verdict };
}

/** What a record is read from: each text with all that its hash is of, to be compared. */
type HashedRow = FactsAndScorecard & StoredDays & { readonly sha256: string };

const HASHED = ['facts', 'scorecard', 'sha256', ...STORED_DAYS] as const;
const FIND_RECORD = `select ${HASHED.join(', ')}, verdict from vendor_records ${JOIN_DAYS} where vendor_id = ?`;

/** It goes into a header. */
function requireHash(text: string): void {
  if (!SHA256.test(text)) throw new DamagedRecord('a hash is none');
}

const SHA256 = /^[\da-f]{64}$/;

/** Two bodies of one published record, which a publication between two statements could part. */
export interface FactsAndScorecard {
  readonly facts: string;
  readonly scorecard: string;
}

export async function findFactsAndScorecard(
  registryDb: RegistryDb,
  id: string,
): Promise<FactsAndScorecard | undefined> {
  const rows = await rawQuery<HashedRow>(registryDb, FIND_RECORD, [id]);
  return rows[0] && publishedTexts(rows[0]);
}

interface VendorMatch {
  readonly id: string;
  readonly licenseType: string;
}

/** The days on which new licenses with these digits were approved, the newest of each. */
export async function mapNewLicenses(
  registryDb: RegistryDb,
  digits: readonly string[],
): Promise<Map<string, IsoDate>> {
  if (digits.length === 0) return new Map();
  const rows = await registryDb
    .selectFrom('license_applications')
    .select(['digits', 'approved_on'])
    .where('kind', '=', 'new_license')
    .where('digits', 'in', [...new Set(digits)])
    .orderBy('approved_on')
    .execute();
  return new Map(rows.map((row) => [row.digits, row.approved_on]));
}

/** Vendors with exactly these digits, at most one of each license type. */
export async function listByDigits(registryDb: RegistryDb, digits: string): Promise<VendorMatch[]> {
  return rawQuery<VendorMatch>(
    registryDb,
    'select id, license_type as "licenseType" from vendors where digits = ? order by license_type',
    [digits],
  );
}

/** A vendor that a list of identifiers may name; `facts` is JSON text. */
export interface NamedRecord {
  readonly id: string;
  readonly digits: string;
  readonly licenseType: string;
  readonly sha256: string;
  readonly facts: string;
}

/** The vendors with any of these ids, lower case, or digits: one statement, however many. */
export async function listNamed(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  { ids, digits }: { readonly ids: readonly string[]; readonly digits: readonly string[] },
): Promise<NamedRecord[]> {
  const rows = await registryDb
    .selectFrom('vendors')
    .innerJoin('vendor_records', 'vendor_records.vendor_id', 'vendors.id')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .select(['id', 'digits', 'license_type as licenseType', ...HASHED])
    .where((where) => where.or([engine.isOneOf('vendors.id', ids), engine.isOneOf('vendors.digits', digits)]))
    .orderBy('license_type')
    .orderBy('digits')
    .execute();
  return rows.map((row) => {
    const { id, digits: ofVendor, licenseType } = row;
    const { sha256, facts } = publishedRecord(row);
    return { id, digits: ofVendor, licenseType, sha256, facts };
  });
}

/** A vendor's published record as far as lists of many need it; bodies are JSON text. */
export interface ListedRecord extends Aging {
  readonly digits: string;
  readonly license_type: string;
  readonly sha256: string;
  readonly identity: string;
  readonly facts: string;
  readonly service_score: number | null;
  readonly risk_tier: string;
}

/** The records of all vendors with any of these digits: one statement, however many. */
export async function listRecordsByDigits(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  digits: readonly string[],
): Promise<ListedRecord[]> {
  const rows = await registryDb
    .selectFrom('vendors')
    .innerJoin('vendor_records', 'vendor_records.vendor_id', 'vendors.id')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .select(['digits', 'license_type', 'service_score', 'risk_tier', 'verdict', ...HASHED])
    .select(['identity', 'summary', 'standing', 'shown_sha256'])
    .where(engine.isOneOf('vendors.digits', digits))
    .$narrowType<{ verdict: Verdict }>()
    .execute();
  return rows.map((row) => {
    const { digits: ofVendor, license_type, service_score, risk_tier, verdict } = row;
    const { sha256, facts, reach_to } = publishedRecord(row);
    const { identity } = requireShown(row);
    return {
      ...{ digits: ofVendor, license_type, service_score, risk_tier },
      ...{ sha256, facts, identity, reach_to, verdict },
    };
  });
}

/** The published scorecards of these vendors, by vendor id. */
export async function mapScorecards(
  { db: registryDb, engine }: RegistryAccess,
  vendorIds: readonly string[],
): Promise<Map<string, PublishedRecord>> {
  const rows = await selectRecords(registryDb).where(engine.isOneOf('vendor_id', vendorIds)).execute();
  return new Map(rows.map((row) => [row.vendor_id, toPublished(row)]));
}

function selectRecords(registryDb: RegistryDb) {
  return registryDb
    .selectFrom('vendor_records')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .select(['vendor_id', 'verdict', ...HASHED])
    .$narrowType<{ verdict: Verdict }>();
}

function toPublished(row: HashedRow & Pick<PublishedRecord, 'vendor_id' | 'verdict'>): PublishedRecord {
  const { vendor_id, verdict } = row;
  const { scorecard, reach_to } = publishedTexts(row);
  return { vendor_id, scorecard, reach_to, verdict };
}

/** A published record; the scorecard is JSON text. */
export interface PublishedRecord extends Aging {
  readonly vendor_id: string;
  readonly scorecard: string;
}

/** A record that a run is about to replace, as it is stored; the scorecard is JSON text. */
export interface ReplacedRecord {
  readonly scorecard: string;
  readonly verdict: string;
  /** Whether it is as it was stored; of the bodies of an earlier format nobody knows. */
  readonly isWhole: boolean;
}

/** The stored records of these vendors, by vendor id. */
export async function mapReplaced(
  { db: registryDb, engine }: RegistryAccess,
  vendorIds: readonly string[],
): Promise<Map<string, ReplacedRecord>> {
  const rows = await registryDb
    .selectFrom('vendor_records')
    .select(['vendor_id', 'scorecard', 'facts', 'sha256', 'verdict'])
    .where(engine.isOneOf('vendor_id', vendorIds))
    .execute();
  return new Map(
    rows.map((row) => {
      const { vendor_id, scorecard, verdict } = row;
      return [vendor_id, { scorecard, verdict, isWhole: hashRecord(row) === row.sha256 }];
    }),
  );
}

export type PublishedVendor = VendorsTable &
  Pick<VendorRecordsTable, 'sha256' | 'verdict' | 'changes_on' | 'counted'>;

/**
 * The published vendors of a range of license numbers, in their order, as publication compares them with what it is about
 * to write; with each the verdict on the day that its record was made as of.
 */
export async function listPublished(
  registryDb: RegistryDb,
  { licenseType, after, to }: NumberRange,
): Promise<PublishedVendor[]> {
  const vendors = selectPublished(registryDb, licenseType).where('digits', '>', after);
  return (to === undefined ? vendors : vendors.where('digits', '<=', to)).execute();
}

/** The same for a few license numbers. */
export async function listPublishedOf(
  registryDb: RegistryDb,
  { licenseType, numbers }: { readonly licenseType: string; readonly numbers: readonly string[] },
): Promise<PublishedVendor[]> {
  return selectPublished(registryDb, licenseType).where('digits', 'in', filledUp(numbers)).execute();
}

function selectPublished(registryDb: RegistryDb, licenseType: string) {
  return registryDb
    .selectFrom('vendors')
    .innerJoin('vendor_records', 'vendor_records.vendor_id', 'vendors.id')
    .select([
      'position',
      'id',
      'license_type',
      'digits',
      'search_name',
      'search_aka',
      'search_city',
      'search_text',
    ])
    .select(['on_file', 'sha256', 'verdict', 'changes_on', 'counted'])
    .where('license_type', '=', licenseType)
    .orderBy('digits');
}

/** The highest position of any vendor in the text index; 0 where there is none. */
export async function findLastPosition(registryDb: RegistryDb): Promise<number> {
  const row = await registryDb
    .selectFrom('vendors')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

export async function writeVendors(
  tx: RegistryTx,
  vendors: readonly VendorsTable[],
  records: readonly VendorRecordsTable[],
): Promise<void> {
  const ids = vendors.map(({ id }) => id);
  noteSearchTexts(
    tx,
    await listSearchTexts(tx, ids),
    vendors.map(({ search_text }) => search_text),
  );
  await upsertManyRows(tx, 'vendors', ['id'], vendors);
  await upsertManyRows(tx, 'vendor_records', ['vendor_id'], records);
}

export async function deleteVendors(tx: RegistryTx, ids: readonly string[]): Promise<void> {
  noteSearchTexts(tx, await listSearchTexts(tx, ids), []);
  for (const id of ids) await tx.deleteFrom('vendors').where('id', '=', id).execute();
}

async function listSearchTexts(tx: RegistryTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const listed = filledUp(ids);
  const rows = await rawQuery<{ search_text: string }>(
    tx,
    `select search_text from vendors where id in (${listed.map(() => '?').join(',')})`,
    listed,
  );
  return rows.map(({ search_text }) => search_text);
}

/** A published vendor with its identity, JSON text, and the version that it was read in. */
export interface IdentityRow {
  readonly position: number;
  readonly id: string;
  readonly license_type: string;
  readonly digits: string;
  readonly identity: string;
  readonly version: number;
}

/**
 * The identities of the vendors behind a position, -1 for the first ones, in the order in which they were made; all of one version. In the
 * order of ids each row would be read from another place of the disk.
 */
export async function listIdentities(
  registryDb: RegistryDb,
  { behind, limit }: { readonly behind: number; readonly limit: number },
): Promise<IdentityRow[]> {
  return rawQuery<IdentityRow>(
    registryDb,
    `select position, id, license_type, digits, identity, (select version from published_state where id = 1) as version
     from vendors join vendor_records on vendor_id = id where position > ? order by position limit ${limit}`,
    [behind],
  );
}

/** The facts of every vendor, in the order of numbers. */
export async function listFactBodies(registryDb: RegistryDb): Promise<string[]> {
  const rows = await registryDb
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_records.vendor_id')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .select(['facts', ...STORED_DAYS])
    .orderBy('vendors.license_type')
    .orderBy('vendors.digits')
    .execute();
  return rows.map(publishedFacts);
}

/** The records behind an id, in the order of ids; '' for the first ones. */
export async function listRecordsAfter(
  registryDb: RegistryDb,
  vendorId: string,
  rowsMax: number,
): Promise<PublishedRecord[]> {
  const rows = await selectRecords(registryDb)
    .where('vendor_id', '>', vendorId)
    .orderBy('vendor_id')
    .limit(rowsMax)
    .execute();
  return rows.map(toPublished);
}

/** Records with what their hashes are of and their days, in the order of ids; '' for the first ones. */
export async function listHashedAfter(
  registryDb: RegistryDb,
  vendorId: string,
  rowsMax: number,
): Promise<(HashedRow & ShownRow & Pick<VendorRecordsTable, 'vendor_id'>)[]> {
  return registryDb
    .selectFrom('vendor_records')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .select(['vendor_id', ...HASHED])
    .select(['identity', 'summary', 'standing', 'shown_sha256'])
    .where('vendor_id', '>', vendorId)
    .orderBy('vendor_id')
    .limit(rowsMax)
    .execute();
}
