import { hash } from 'node:crypto';
import { foldForSearch } from '../../lib/text.ts';
import type { RegistryEngine, RegistryTx } from '../../platform/db/database.ts';
import type { VendorRecordsTable, VendorsTable } from '../../platform/db/schema-registry.ts';
import { toPublishedFacts } from './decision-facts.ts';
import { shownGrade } from './filters.ts';
import type { VendorRecord } from './record.ts';
import type { SearchRow } from './schemas.ts';
import {
  deleteVendors,
  listPublished,
  listVerdicts,
  mapReplaced,
  type ReplacedRecord,
  writeVendors,
} from './store.ts';

/** Shape of the bodies below; to be raised whenever one of them changes, so that what is stored is written anew. */
export const RECORD_FORMAT = 13;

/** How many vendor records a publication wrote, and how many it took away. */
interface PublishedChange {
  readonly written: number;
  readonly removed: number;
}

/**
 * The verdict of each vendor as it is published, by vendor id: one statement. Undefined where the records are of another
 * format, whose verdicts other rules may have made; `storedFormat` is undefined before the first publication.
 */
export async function mapPublishedVerdicts(
  tx: RegistryTx,
  storedFormat: number | undefined,
): Promise<Map<string, string> | undefined> {
  if (storedFormat === undefined) return new Map();
  if (storedFormat !== RECORD_FORMAT) return undefined;
  return new Map((await listVerdicts(tx)).map(({ vendorId, verdict }) => [vendorId, verdict]));
}

/** One record of a run, and the one that it replaces; `after` is undefined where the vendor has no record any more. */
export interface RecordWrite {
  readonly vendor: Pick<VendorsTable, 'id' | 'license_type' | 'digits'>;
  /** Undefined for a vendor that was not on record. */
  readonly before: ReplacedRecord | undefined;
  readonly after: { readonly record: VendorRecord; readonly scorecard: string } | undefined;
}

/** Records serialized and written at a time: all of them at once would fill the memory. */
const RECORDS_AT_ONCE = 400;

/**
 * Makes the published records equal to `records`, which are taken one by one, writing only what differs; part of the
 * run's one transaction. `onWrite` is called before records are replaced or removed, `onWritten` before what is left is
 * removed and the text index is brought in line.
 */
export async function publishRecords(
  tx: RegistryTx,
  engine: RegistryEngine,
  records: Iterable<VendorRecord>,
  {
    storedFormat,
    onWrite,
    onWritten,
  }: {
    readonly storedFormat: number | undefined;
    readonly onWrite: (writes: readonly RecordWrite[]) => Promise<void>;
    readonly onWritten: () => void;
  },
): Promise<PublishedChange> {
  const published = await listPublished(tx);
  const byId = new Map(published.vendors.map((vendor) => [vendor.id, vendor]));
  let position = published.vendors.reduce((highest, vendor) => Math.max(highest, vendor.position), 0);
  let vendors: VendorsTable[] = [];
  let bodies: VendorRecordsTable[] = [];
  let writes: Omit<RecordWrite, 'before'>[] = [];
  let changed = 0;
  let written = 0;
  const tell = async (each: readonly Omit<RecordWrite, 'before'>[]) => {
    const known = each.flatMap(({ vendor }) => (published.hashes.has(vendor.id) ? [vendor.id] : []));
    const before = known.length === 0 ? undefined : await mapReplaced({ db: tx, engine }, known);
    await onWrite(each.map((one) => ({ ...one, before: before?.get(one.vendor.id) })));
  };
  const write = async () => {
    changed += vendors.length;
    written += bodies.length;
    await tell(writes);
    await writeVendors(tx, vendors, bodies);
    [vendors, bodies, writes] = [[], [], []];
  };
  for (const record of records) {
    const known = byId.get(record.scorecard.id);
    const vendor = toVendorRow(record, known?.position ?? ++position);
    if (!known || !sameVendor(vendor, known)) vendors.push(vendor);
    const body = toRecordRow(record);
    if (storedFormat !== RECORD_FORMAT || published.hashes.get(vendor.id) !== body.sha256) {
      bodies.push(body);
      writes.push({ vendor, after: { record, scorecard: body.scorecard } });
    }
    byId.delete(vendor.id);
    if (Math.max(vendors.length, bodies.length) === RECORDS_AT_ONCE) await write();
  }
  await write();
  onWritten();
  const gone = [...byId.values()];
  for (let start = 0; start < gone.length; start += RECORDS_AT_ONCE)
    await tell(gone.slice(start, start + RECORDS_AT_ONCE).map((vendor) => ({ vendor, after: undefined })));
  await deleteVendors(tx, [...byId.keys()]);
  if (changed > 0 || gone.length > 0) await engine.refreshTextIndex(tx);
  return { written, removed: gone.length };
}

function toVendorRow({ scorecard, licenseType, digits }: VendorRecord, position: number): VendorsTable {
  const name = foldForSearch(scorecard.name);
  const aka = foldForSearch(scorecard.aka ?? '');
  const city = foldForSearch(scorecard.location.city ?? '');
  // Run together, so that "barbq" finds "BAR-B-Q"; a word of a query is found in it as well.
  const parts = [name, aka, city].map((part) => part.replaceAll(' ', ''));
  return {
    position,
    id: scorecard.id,
    license_type: licenseType,
    digits,
    search_name: name,
    search_aka: aka,
    search_city: city,
    search_text: [...new Set([...parts, digits])].filter((part) => part !== '').join(' | '),
    on_file: ['not_on_file', 'no_file'].includes(scorecard.license.status) ? 0 : 1,
  };
}

function sameVendor(a: VendorsTable, b: VendorsTable): boolean {
  return (
    a.search_text === b.search_text &&
    a.search_name === b.search_name &&
    a.search_aka === b.search_aka &&
    a.on_file === b.on_file
  );
}

function toRecordRow(record: VendorRecord): VendorRecordsTable {
  const { scorecard } = record;
  const { id, name, aka, license, cuisine, location } = scorecard;
  const summary: Omit<SearchRow, 'scorecard_url' | 'verdict' | 'match'> = {
    id,
    name,
    aka,
    license,
    city: location.city,
    county: location.county,
    cuisine,
    grade: scorecard.grade,
    grade_status: scorecard.grade_status,
    rollup_12m: scorecard.rollup_12m,
    hold_active: scorecard.hold.active,
    fictional: scorecard.fictional,
    records_old: null,
  };
  const body = JSON.stringify(scorecard);
  const facts = JSON.stringify(toPublishedFacts(record));
  return {
    vendor_id: id,
    identity: JSON.stringify({ id, name, aka, license, cuisine, location, records_old: null }),
    summary: JSON.stringify(summary),
    scorecard: body,
    facts,
    standing: [scorecard.grade ?? '', scorecard.grade_status, scorecard.fictional ? 'fictional' : ''].join(
      '|',
    ),
    // Facts may change beside the same scorecard: a closure report counts there, also where a graver event is shown.
    sha256: hash('sha256', `${body}\n${facts}`),
    service_score: scorecard.service_score,
    risk_tier: scorecard.risk_tier,
    reach_to: scorecard.records_reach_to,
    current_until: license.confirmed ? license.expires_on : null,
    verdict: record.verdict,
    county: location.county ?? '',
    license_kind: license.type,
    grade_shown: shownGrade(scorecard.grade, scorecard.grade_status),
  };
}
