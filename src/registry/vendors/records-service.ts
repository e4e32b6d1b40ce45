import type { IsoDate } from '../../lib/dates.ts';
import { foldForSearch } from '../../lib/text.ts';
import type { RegistryEngine, RegistryTx } from '../../platform/db/database.ts';
import type { VendorRecordsTable, VendorsTable } from '../../platform/db/schema-registry.ts';
import type { NumberRange } from '../intake/facts.ts';
import { toPublishedFacts } from './decision-facts.ts';
import { shownGrade } from './filters.ts';
import type { VendorRecord } from './record.ts';
import type { SearchRow } from './schemas.ts';
import {
  deleteVendors,
  findLastPosition,
  listPublished,
  listPublishedOf,
  mapReplaced,
  type PublishedVendor,
  type ReplacedRecord,
  writeVendors,
} from './store.ts';
import { hashRecord, hashShown } from './whole-record.ts';

/** Shape of the bodies below; to be raised whenever one of them changes, so that what is stored is written anew. */
export const RECORD_FORMAT = 13;

/** How many vendor records a publication wrote, and how many it took away. */
interface PublishedChange {
  readonly written: number;
  readonly removed: number;
}

/** A record as it is made, with what is stored beside it. */
export interface MadeRecord {
  readonly record: VendorRecord;
  /** The first day on which it may change by age alone. */
  readonly changesOn: IsoDate;
  /** What it adds to the statistics, JSON text. */
  readonly counted: string;
}

/** One record of a run, and the one that it replaces; `after` is undefined where the vendor has no record any more. */
export interface RecordWrite {
  readonly vendor: Pick<VendorsTable, 'id' | 'license_type' | 'digits'>;
  /** Undefined for a vendor that was not on record. */
  readonly before: ReplacedRecord | undefined;
  readonly after: { readonly record: VendorRecord; readonly scorecard: string } | undefined;
}

/** A range of license numbers with the records of all vendors in it, in the order of numbers. */
export interface RecordsOfRange {
  readonly range: NumberRange;
  readonly records: readonly MadeRecord[];
}

/** The same for numbers that are named one by one. */
export interface RecordsOfNumbers {
  readonly licenseType: string;
  readonly numbers: readonly string[];
  readonly records: readonly MadeRecord[];
}

interface Publishing {
  readonly tx: RegistryTx;
  readonly engine: RegistryEngine;
  /** Undefined before the first publication. */
  readonly storedFormat: number | undefined;
  /** Called before records are replaced or removed. */
  readonly onWrite: (writes: readonly RecordWrite[]) => Promise<void>;
  /** Called for each vendor with its verdict before and after; undefined where it is not on record. */
  readonly onVerdict: (before: string | undefined, after: string | undefined) => void;
}

/**
 * Makes the published records equal to those of all ranges, of every number that they name. A range is read and written at a
 * time, and only what differs is written; part of the run's one transaction. The text index is brought in line at the end.
 */
export async function publishRecords(
  publishing: Publishing & { readonly onWritten: () => void },
  ranges: AsyncIterable<RecordsOfRange | RecordsOfNumbers>,
): Promise<PublishedChange> {
  const { tx, engine } = publishing;
  const positions = { last: await findLastPosition(tx) };
  const sum = { vendors: 0, written: 0, removed: 0 };
  for await (const part of ranges) {
    const { records } = part;
    const published = await ('range' in part ? listPublished(tx, part.range) : listPublishedOf(tx, part));
    const { vendors, written, removed } = await writeRecords(publishing, { records, published }, positions);
    sum.vendors += vendors;
    sum.written += written;
    sum.removed += removed;
  }
  publishing.onWritten();
  if (sum.vendors > 0 || sum.removed > 0) await engine.refreshTextIndex(tx);
  return sum;
}

/** Makes the published records of some numbers equal to those given. */
async function writeRecords(
  { tx, engine, storedFormat, onWrite, onVerdict }: Publishing,
  numbers: { readonly records: readonly MadeRecord[]; readonly published: readonly PublishedVendor[] },
  positions: { last: number },
): Promise<PublishedChange & { readonly vendors: number }> {
  const published = new Map(numbers.published.map((vendor) => [vendor.id, vendor]));
  const vendors: VendorsTable[] = [];
  const bodies: VendorRecordsTable[] = [];
  const beside: VendorRecordsTable[] = [];
  const writes: Omit<RecordWrite, 'before'>[] = [];
  for (const made of numbers.records) {
    const { record } = made;
    const known = published.get(record.scorecard.id);
    const vendor = toVendorRow(record, known?.position ?? ++positions.last);
    if (!known || !sameVendor(vendor, known)) vendors.push(vendor);
    const body = toRecordRow(made);
    const isTold = storedFormat !== RECORD_FORMAT || known?.sha256 !== body.sha256;
    if (isTold) writes.push({ vendor, after: { record, scorecard: body.scorecard } });
    if (isTold) bodies.push(body);
    else if (known.changes_on !== body.changes_on || known.counted !== body.counted) beside.push(body);
    onVerdict(known?.verdict, record.verdict);
    published.delete(vendor.id);
  }
  const gone = [...published.values()];
  for (const vendor of gone) {
    writes.push({ vendor, after: undefined });
    onVerdict(vendor.verdict, undefined);
  }
  const ids = writes.map(({ vendor }) => vendor.id);
  const before = ids.length === 0 ? undefined : await mapReplaced({ db: tx, engine }, ids);
  await onWrite(writes.map((write) => ({ ...write, before: before?.get(write.vendor.id) })));
  await writeVendors(tx, vendors, [...bodies, ...beside]);
  await deleteVendors(
    tx,
    gone.map(({ id }) => id),
  );
  return { vendors: vendors.length, written: bodies.length, removed: gone.length };
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

function sameVendor(a: VendorsTable, b: Omit<VendorsTable, 'search_city'>): boolean {
  return (
    a.search_text === b.search_text &&
    a.search_name === b.search_name &&
    a.search_aka === b.search_aka &&
    a.on_file === b.on_file
  );
}

function toRecordRow({ record, changesOn, counted }: MadeRecord): VendorRecordsTable {
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
  const shown = {
    identity: JSON.stringify({ id, name, aka, license, cuisine, location, records_old: null }),
    summary: JSON.stringify(summary),
    standing: [scorecard.grade ?? '', scorecard.grade_status, scorecard.fictional ? 'fictional' : ''].join(
      '|',
    ),
  };
  return {
    vendor_id: id,
    ...shown,
    shown_sha256: hashShown(shown),
    scorecard: body,
    facts,
    sha256: hashRecord({ scorecard: body, facts }),
    service_score: scorecard.service_score,
    risk_tier: scorecard.risk_tier,
    reach_to: scorecard.records_reach_to,
    current_until: license.confirmed ? license.expires_on : null,
    verdict: record.verdict,
    county: location.county ?? '',
    license_kind: license.type,
    grade_shown: shownGrade(scorecard.grade, scorecard.grade_status),
    changes_on: changesOn,
    counted,
  };
}
