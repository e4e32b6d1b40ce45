import type { Verdict } from '../../judgment/score/recommendation.ts';
import { DamagedRecord } from '../../lib/stored-json.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedAccess, PublishedDb } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { SnapshotRecordsTable, SnapshotVendorsTable } from '../../platform/db/schema/schema-snapshot.ts';
import { requireShown, requireWhole } from '../record/check-record.ts';

export type BodyColumn = 'identity' | 'summary' | 'scorecard' | 'standing' | 'facts';

export interface StoredRecord {
  readonly body: string;
  /** The hash of the scorecard and facts together, or of the identity, search and badge texts. */
  readonly sha256: string;
}

/**
 * Finds the published text for identity, search or scorecard; undefined for an unknown id. This query is on
 * the hot path of the public endpoints, so it is compiled once per column rather than per request.
 */
export async function findRecord(
  published: PublishedDb,
  id: string,
  column: BodyColumn,
): Promise<StoredRecord | undefined> {
  if (column === 'facts' || column === 'scorecard') {
    const record = await findFactsAndScorecard(published, id);
    return record && { body: record[column], sha256: record.sha256 };
  }
  const [row] = await rawQuery<ShownRow>(published, FIND_SHOWN, [id]);
  if (!row) return undefined;
  requireHash(row.shown_sha256);
  return { body: requireShown(row)[column], sha256: row.shown_sha256 };
}

type ShownRow = Pick<SnapshotRecordsTable, 'identity' | 'summary' | 'standing'> &
  Pick<SnapshotVendorsTable, 'shown_sha256'>;
type HashedRow = Pick<SnapshotRecordsTable, 'facts' | 'scorecard'> & Pick<SnapshotVendorsTable, 'sha256'>;

const SHOWN = ['identity', 'summary', 'standing', 'shown_sha256'] as const;
const HASHED = ['facts', 'scorecard', 'sha256'] as const;
const FIND_SHOWN = `select ${SHOWN.join(', ')} from vendors join records using (position) where id = ?`;
const FIND_RECORD = `select ${HASHED.join(', ')} from vendors join records using (position) where id = ?`;

/** Throws if the text is not a hash, because it becomes part of a header. */
function requireHash(text: string): void {
  if (!SHA256.test(text)) throw new DamagedRecord('a stored hash has another form');
}

const SHA256 = /^[\da-f]{64}$/;

/** Finds a vendor's facts and scorecard and verifies their hash. */
export async function findFactsAndScorecard(
  published: PublishedDb,
  id: string,
): Promise<HashedRow | undefined> {
  const [row] = await rawQuery<HashedRow>(published, FIND_RECORD, [id]);
  if (!row) return undefined;
  requireHash(row.sha256);
  return requireWhole(row);
}

interface VendorMatch {
  readonly id: string;
  readonly licenseType: string;
}

/**
 * Returns the day on which a new license with each of these digits was approved, by digits. If there are
 * several approvals, returns the newest day.
 */
export async function mapNewLicenses(
  { db, engine }: PublishedAccess,
  digits: readonly string[],
): Promise<Map<string, IsoDate>> {
  if (digits.length === 0) return new Map();
  const rows = await db
    .selectFrom('applications')
    .select(['digits', 'approved_on'])
    .where('kind', '=', 'new_license')
    .where(engine.isOneOf('digits', digits))
    .orderBy('approved_on')
    .execute();
  return new Map(rows.map((row) => [row.digits, row.approved_on]));
}

/** Lists the vendors with exactly these digits, at most one per license type. */
export async function listByDigits(published: PublishedDb, digits: string): Promise<VendorMatch[]> {
  return rawQuery<VendorMatch>(
    published,
    'select id, license_type as "licenseType" from vendors where digits = ? order by license_type',
    [digits],
  );
}

function selectRecords(published: PublishedDb) {
  return published.selectFrom('vendors').innerJoin('records', 'records.position', 'vendors.position');
}

/** A vendor that may match a list of identifiers. `facts` is JSON text. */
export interface NamedRecord {
  readonly id: string;
  readonly digits: string;
  readonly licenseType: string;
  readonly sha256: string;
  readonly facts: string;
}

/**
 * Lists the vendors with any of these ids (in lowercase) or digits. Runs one query, regardless of the number
 * of ids and digits.
 */
export async function listNamed(
  { db, engine }: PublishedAccess,
  { ids, digits }: { readonly ids: readonly string[]; readonly digits: readonly string[] },
): Promise<NamedRecord[]> {
  const rows = await selectRecords(db)
    .select(['id', 'digits', 'license_type as licenseType', ...HASHED])
    .where((where) => where.or([engine.isOneOf('id', ids), engine.isOneOf('digits', digits)]))
    .orderBy('license_type')
    .orderBy('digits')
    .execute();
  return rows.map((row) => {
    const { id, digits: ofVendor, licenseType, sha256, facts } = requireWhole(row);
    return { id, digits: ofVendor, licenseType, sha256, facts };
  });
}

/** The parts of a vendor's published record that lists use. Bodies are JSON text. */
export interface ListedRecord {
  readonly digits: string;
  readonly license_type: string;
  readonly sha256: string;
  readonly identity: string;
  readonly facts: string;
  readonly service_score: number | null;
  readonly risk_tier: string;
}

/**
 * Lists the records of all vendors with any of these digits. Runs one query, regardless of the number of
 * digits.
 */
export async function listRecordsByDigits(
  { db, engine }: PublishedAccess,
  digits: readonly string[],
): Promise<ListedRecord[]> {
  const rows = await selectRecords(db)
    .select(['digits', 'license_type', 'service_score', 'risk_tier', ...HASHED, ...SHOWN])
    .where(engine.isOneOf('digits', digits))
    .execute();
  return rows.map((row) => requireShown(requireWhole(row)));
}

/** A published record. The scorecard is JSON text; the verdict is as of the publication day. */
export interface PublishedRecord {
  readonly id: string;
  readonly scorecard: string;
  readonly verdict: Verdict;
}

/** Returns these vendors' published scorecards as JSON text, by vendor id. */
export async function mapScorecards(
  { db, engine }: PublishedAccess,
  vendorIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectRecords(db)
    .select(['id', ...HASHED])
    .where(engine.isOneOf('id', vendorIds))
    .execute();
  return new Map(rows.map((row) => [row.id, requireWhole(row).scorecard]));
}

/** Lists the facts of every vendor, in the order of license numbers. */
export async function listFactBodies(published: PublishedDb): Promise<string[]> {
  const rows = await published.selectFrom('records').select('facts').orderBy('position').execute();
  return rows.map(({ facts }) => facts);
}

/** Lists the records after an id, sorted by id; '' starts at the beginning. */
export async function listRecordsAfter(
  published: PublishedDb,
  vendorId: string,
  rowsMax: number,
): Promise<PublishedRecord[]> {
  const rows = await selectRecords(published)
    .select(['id', 'verdict_today as verdict', ...HASHED])
    .$narrowType<{ verdict: Verdict }>()
    .where('id', '>', vendorId)
    .orderBy('id')
    .limit(rowsMax)
    .execute();
  return rows.map(requireWhole);
}

/** Lists records with everything that their hashes cover, sorted by position; 0 starts at the beginning. */
export async function listHashedAfter(
  published: PublishedDb,
  position: number,
  rowsMax: number,
): Promise<(HashedRow & ShownRow & { readonly position: number })[]> {
  return selectRecords(published)
    .select(['vendors.position', ...HASHED, ...SHOWN])
    .where('vendors.position', '>', position)
    .orderBy('vendors.position')
    .limit(rowsMax)
    .execute();
}

/** Returns the highest position of a published vendor; 0 if there is none. */
export async function lastPosition(published: PublishedDb): Promise<number> {
  const row = await published
    .selectFrom('vendors')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Lists the ids of the vendors with a position after `after`, up to and including `upTo`. */
export async function listIdsBetween(published: PublishedDb, after: number, upTo: number): Promise<string[]> {
  const rows = await published
    .selectFrom('vendors')
    .select('id')
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}
