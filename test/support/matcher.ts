import { DatabaseSync } from 'node:sqlite';
import { foldForSearch } from '../../src/lib/text/text.ts';
import type { Matcher } from '../../src/matching/match-vendors.ts';
import type { Matchable } from '../../src/matching/matchable.ts';
import {
  SNAPSHOT_INDEXES,
  SNAPSHOT_TABLES,
  type SnapshotRecordsTable,
  type SnapshotVendorsTable,
} from '../../src/platform/db/schema/schema-snapshot.ts';
import { prepareInsert } from '../../src/platform/db/sqlite/new-sqlite-file.ts';
import { prepareNotingNames } from '../../src/records/snapshot/snapshot-store.ts';
import type { ListedVendor } from '../../src/search/find/listed-vendor.ts';
import { openNames } from '../../src/search/find/names-store.ts';

/** Returns a matcher over an in-memory snapshot that contains these vendors but none of their records. */
export function createMatcher(vendors: readonly Matchable[]): Matcher<ListedVendor> {
  const snapshot = new DatabaseSync(':memory:');
  snapshot.exec(SNAPSHOT_TABLES);
  const insertVendor = prepareInsert<SnapshotVendorsTable>(snapshot, 'vendors', VENDOR);
  const insertRecord = prepareInsert<SnapshotRecordsTable>(snapshot, 'records', RECORD);
  const noteName = prepareNotingNames(snapshot);
  for (const [position, vendor] of vendors.entries()) {
    insertVendor(toVendorRow(vendor, position));
    insertRecord({ position, identity: toIdentity(vendor), ...NO_TEXTS });
    noteName(vendor.name);
    noteName(vendor.formerName);
  }
  snapshot.exec(SNAPSHOT_INDEXES);
  return openNames(snapshot);
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
] as const;
const RECORD = ['position', 'identity', 'summary', 'standing', 'facts', 'scorecard'] as const;
const NO_TEXTS = { summary: '', standing: '', facts: '', scorecard: '' };

function toVendorRow(vendor: Matchable, position: number): SnapshotVendorsTable {
  const texts = [vendor.name, vendor.formerName, vendor.city].map((text) => foldForSearch(text ?? ''));
  const [name = '', aka = '', city = ''] = texts;
  return {
    position,
    id: vendor.id,
    license_type: vendor.licenseType,
    digits: vendor.digits,
    search_name: name,
    search_aka: aka,
    search_city: city,
    search_text: [...texts, vendor.digits].map((text) => text.replaceAll(' ', '')).join(' | '),
    on_file: 1,
    county: '',
    license_kind: 'food_truck',
    cuisine: '',
    grade_shown: 'A',
    service_score: null,
    risk_tier: 'low',
    verdict: 'CLEAR',
    verdict_today: 'CLEAR',
    closed_on: '',
    reach_to: '2026-01-01',
    sha256: '',
    shown_sha256: '',
  };
}

function toIdentity({ name, formerName, city, county, digits }: Matchable): string {
  const location = { city, county: county ?? null };
  return JSON.stringify({ name, aka: formerName, license: { number: digits }, location });
}
