import { createHash } from 'node:crypto';
import { foldForSearch } from '../../lib/text.ts';
import type { Engine, Tx } from '../../platform/db/database.ts';
import type { VendorRecordsTable, VendorsTable } from '../../platform/db/schema-registry.ts';
import { toPublishedFacts } from './decision-facts.ts';
import type { VendorRecord } from './record.ts';
import type { SearchRow } from './schemas.ts';
import { listPublished, writeVendors } from './store.ts';

/** Shape of the bodies below; to be raised whenever one of them changes, so that what is stored is written anew. */
export const RECORD_FORMAT = 3;

/** How many vendor records a publication wrote, and how many it took away. */
export interface PublishedChange {
  readonly written: number;
  readonly removed: number;
}

/** Makes the published records equal to `records`, writing only what differs; part of the run's one transaction. */
export async function publishRecords(
  tx: Tx,
  engine: Engine,
  records: readonly VendorRecord[],
  storedFormat: number | undefined,
): Promise<PublishedChange> {
  const published = await listPublished(tx);
  const byId = new Map(published.vendors.map((vendor) => [vendor.id, vendor]));
  let position = published.vendors.reduce((highest, vendor) => Math.max(highest, vendor.position), 0);
  const vendors: VendorsTable[] = [];
  const bodies: VendorRecordsTable[] = [];
  for (const record of records) {
    const known = byId.get(record.scorecard.id);
    const vendor = toVendorRow(record, known?.position ?? ++position);
    if (!known || !sameVendor(vendor, known)) vendors.push(vendor);
    const body = toRecordRow(record);
    if (storedFormat !== RECORD_FORMAT || published.hashes.get(vendor.id) !== body.sha256) bodies.push(body);
    byId.delete(vendor.id);
  }
  const gone = [...byId.keys()];
  await writeVendors(tx, engine, { vendors, records: bodies, gone });
  return { written: bodies.length, removed: gone.length };
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
    on_file: scorecard.license.status === 'not_on_file' ? 0 : 1,
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
  const summary: Omit<SearchRow, 'scorecard_url'> = {
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
  };
  const body = JSON.stringify(scorecard);
  return {
    vendor_id: id,
    identity: JSON.stringify({ id, name, aka, license, cuisine, location }),
    summary: JSON.stringify(summary),
    scorecard: body,
    facts: JSON.stringify(toPublishedFacts(record)),
    standing: [scorecard.grade ?? '', scorecard.grade_status, scorecard.fictional ? 'fictional' : ''].join(
      '|',
    ),
    sha256: createHash('sha256').update(body).digest('hex'),
    service_score: scorecard.service_score,
    risk_tier: scorecard.risk_tier,
  };
}
