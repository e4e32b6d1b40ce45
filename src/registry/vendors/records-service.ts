import type { RegistryEngine, RegistryTx, TextChange } from '../../platform/db/database.ts';
import type { VendorRecordsTable, VendorsTable } from '../../platform/db/schema-registry.ts';
import type { NumberRange } from '../intake/facts.ts';
import type { MadeRecord } from './record-rows.ts';
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

/** Shape of the bodies below; to be raised whenever one of them changes, so that what is stored is written anew. */
export const RECORD_FORMAT = 17;

/** How many vendor records a publication wrote, and how many it took away. */
interface PublishedChange {
  readonly written: number;
  readonly removed: number;
}

/** One record of a run, and the one that it replaces; `after` is undefined where the vendor has no record any more. */
export interface RecordWrite {
  readonly vendor: Pick<VendorsTable, 'id' | 'license_type' | 'digits'>;
  /** Undefined for a vendor that was not on record. */
  readonly before: ReplacedRecord | undefined;
  readonly after: Pick<VendorRecordsTable, 'scorecard' | 'verdict'> | undefined;
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

type RecordInShort = Pick<VendorRecordsTable, 'verdict' | 'counted'>;

interface Publishing {
  readonly tx: RegistryTx;
  readonly engine: RegistryEngine;
  /** Undefined before the first publication. */
  readonly storedFormat: number | undefined;
  /** Called before records are replaced or removed. */
  readonly onWrite: (writes: readonly RecordWrite[]) => Promise<void>;
  /** Called for each vendor with its record before and after; undefined where it is not on record. */
  readonly onRecord: (before: RecordInShort | undefined, after: RecordInShort | undefined) => void;
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
  // Of all vendors they would fill the memory, and the index is made anew faster.
  let texts: TextChange[] | undefined = [];
  for await (const part of ranges) {
    const { records } = part;
    const isAll = 'range' in part;
    const published = await (isAll ? listPublished(tx, part.range) : listPublishedOf(tx, part));
    const { vendors, written, removed, changes } = await writeRecords(
      publishing,
      { records, published },
      positions,
    );
    sum.vendors += vendors;
    sum.written += written;
    sum.removed += removed;
    texts = isAll ? undefined : texts?.concat(changes);
  }
  publishing.onWritten();
  if (sum.vendors > 0 || sum.removed > 0) await engine.refreshTextIndex(tx, texts);
  return sum;
}

/** Makes the published records of some numbers equal to those given. */
async function writeRecords(
  { tx, engine, storedFormat, onWrite, onRecord }: Publishing,
  numbers: { readonly records: readonly MadeRecord[]; readonly published: readonly PublishedVendor[] },
  positions: { last: number },
): Promise<PublishedChange & { readonly vendors: number; readonly changes: readonly TextChange[] }> {
  const published = new Map(numbers.published.map((vendor) => [vendor.id, vendor]));
  const vendors: VendorsTable[] = [];
  const changes: TextChange[] = [];
  const bodies: VendorRecordsTable[] = [];
  const beside: VendorRecordsTable[] = [];
  const writes: Omit<RecordWrite, 'before'>[] = [];
  for (const { vendor: made, body } of numbers.records) {
    const known = published.get(made.id);
    const vendor = { position: known?.position ?? ++positions.last, ...made };
    if (!known || !sameVendor(vendor, known)) {
      vendors.push(vendor);
      changes.push({
        position: vendor.position,
        before: known?.search_text,
        after: vendor.search_text,
      });
    }
    const isTold = storedFormat !== RECORD_FORMAT || known?.sha256 !== body.sha256;
    if (isTold) writes.push({ vendor, after: body });
    if (isTold) bodies.push(body);
    else if (known.changes_on !== body.changes_on || known.counted !== body.counted) beside.push(body);
    onRecord(known, body);
    published.delete(vendor.id);
  }
  const gone = [...published.values()];
  for (const vendor of gone) {
    writes.push({ vendor, after: undefined });
    changes.push({ position: vendor.position, before: vendor.search_text, after: undefined });
    onRecord(vendor, undefined);
  }
  const ids = writes.map(({ vendor }) => vendor.id);
  const before = ids.length === 0 ? undefined : await mapReplaced({ db: tx, engine }, ids);
  await onWrite(writes.map((write) => ({ ...write, before: before?.get(write.vendor.id) })));
  await writeVendors(tx, vendors, [...bodies, ...beside]);
  await deleteVendors(
    tx,
    gone.map(({ id }) => id),
  );
  return { vendors: vendors.length, written: bodies.length, removed: gone.length, changes };
}

function sameVendor(a: VendorsTable, b: VendorsTable): boolean {
  return (
    a.search_text === b.search_text &&
    a.search_name === b.search_name &&
    a.search_aka === b.search_aka &&
    // A text with the same letters may be of another city.
    a.search_city === b.search_city &&
    a.on_file === b.on_file
  );
}
