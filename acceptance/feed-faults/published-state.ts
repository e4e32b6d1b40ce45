import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { LedgerTx, OpenLedger } from '../../src/platform/db/database.ts';
import { openSnapshotFile } from '../../src/platform/db/snapshots/published-snapshot.ts';
import { readRowsInForce } from '../../test/support/rows-in-force.ts';

/**
 * All data published at one moment, as text. Most of it never changes, so it is compared without being
 * parsed.
 */
export interface PublishedState {
  /** Records by `type:digits`. */
  readonly vendors: ReadonlyMap<string, VendorText>;
  /** Licensee, mailing address and phone by `type:digits`, for letters and calls. */
  readonly contacts: ReadonlyMap<string, string>;
  /** Closures by `digits|day`. */
  readonly closures: ReadonlyMap<string, string>;
  /** Dates of approval by `type:digits|kind|application`. */
  readonly applications: ReadonlyMap<string, string>;
}

export interface VendorText {
  /** The scorecard without `data_as_of`, which changes for all vendors when one file is newer. */
  readonly scorecard: string;
  readonly facts: string;
}

/** Previously read records by hash. Nearly all of them are identical from one trial to the next. */
export type KnownRecords = Map<string, VendorText>;

/** Reads the state that a registry transaction published. */
export async function readState(
  tx: LedgerTx,
  { published: { folder } }: Pick<OpenLedger, 'published'>,
  known: KnownRecords,
): Promise<PublishedState> {
  const state = await tx.selectFrom('published_state').select('snapshot').executeTakeFirst();
  const { closures } = await readRowsInForce(tx);
  const empty = { vendors: new Map(), contacts: new Map(), applications: new Map() };
  return {
    ...(state ? readSnapshot(path.join(folder, state.snapshot), known) : empty),
    closures: new Map(
      closures.map((row) => [
        `${row.digits}|${row.closedOn}`,
        JSON.stringify([row.businessName, row.conditions, row.reopenedOn]),
      ]),
    ),
  };
}

function readSnapshot(file: string, known: KnownRecords): Omit<PublishedState, 'closures'> {
  const snapshot = openSnapshotFile(file);
  try {
    return {
      vendors: readVendors(snapshot, known),
      contacts: new Map(
        all(snapshot, 'select * from licenses order by file_district').map((row) => [
          `${row.license_type}:${row.digits}`,
          JSON.stringify([row.licensee_name, row.mailing_address, row.phone]),
        ]),
      ),
      applications: new Map(
        all(snapshot, 'select * from applications').map((row) => [
          `${row.license_type}:${row.digits}|${row.kind}|${row.application_number}`,
          row.approved_on ?? '',
        ]),
      ),
    };
  } finally {
    snapshot.close();
  }
}

function readVendors(snapshot: DatabaseSync, known: KnownRecords): Map<string, VendorText> {
  const find = snapshot.prepare('select scorecard, facts from records where position = ?');
  const vendors = new Map<string, VendorText>();
  for (const { position = '', sha256 = '', license_type: type, digits } of all(
    snapshot,
    'select position, sha256, license_type, digits from vendors',
  )) {
    const record = known.get(sha256) ?? toText(find.get(Number(position)) ?? {});
    known.set(sha256, record);
    vendors.set(`${type}:${digits}`, record);
  }
  return vendors;
}

function toText({ scorecard, facts }: Readonly<Record<string, unknown>>): VendorText {
  return { scorecard: withoutDate(String(scorecard)), facts: withoutDate(String(facts)) };
}

/** Reads the rows of a statement with only text and numeric values. */
function all(snapshot: DatabaseSync, statement: string): Readonly<Record<string, string>>[] {
  return snapshot
    .prepare(statement)
    .all()
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])),
    );
}

function withoutDate(text: string): string {
  return text.replace(/"data_as_of":"[^"]*"/, '"data_as_of":""');
}
