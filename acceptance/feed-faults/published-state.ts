import type { RegistryTx } from '../../src/platform/db/database.ts';
import { publishedTexts, STORED_DAYS, type StoredDays } from '../../src/registry/vendors/record-days.ts';

const HASHES_OF_STATEMENT = 500;

/** All that is published at one moment, as text: most of it never changes and is compared as it is. */
export interface PublishedState {
  /** By `type:digits`. */
  readonly vendors: ReadonlyMap<string, VendorText>;
  /** Licensee, mailing address and phone by `type:digits`, for letters and calls. */
  readonly contacts: ReadonlyMap<string, string>;
  /** By `digits|day`. */
  readonly closures: ReadonlyMap<string, string>;
  /** Day of approval, by `type:digits|kind|application`. */
  readonly applications: ReadonlyMap<string, string>;
}

export interface VendorText {
  /** The scorecard without `data_as_of`, which moves for all when one file is newer. */
  readonly scorecard: string;
  readonly facts: string;
}

/** Records by their hash and their days, as read before: nearly all are the same from one trial to the next. */
export type KnownRecords = Map<string, VendorText>;

export async function readState(tx: RegistryTx, known: KnownRecords): Promise<PublishedState> {
  const vendors = await tx
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_records.vendor_id')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .select(['license_type', 'digits', 'sha256', 'as_of', 'data_as_of', 'reaches_to'])
    .execute();
  const unknown = vendors.filter((row) => !known.has(keyOf(row)));
  await readRecords(
    tx,
    known,
    unknown.map(({ sha256 }) => sha256),
  );
  const licenses = await tx
    .selectFrom('licenses')
    .select(['license_type', 'digits', 'licensee_name', 'mailing_address', 'phone', 'file_district'])
    .orderBy('file_district')
    .execute();
  const closures = await tx
    .selectFrom('closures')
    .select(['digits', 'closed_on', 'business_name', 'conditions', 'reopened_on'])
    .execute();
  const applications = await tx
    .selectFrom('license_applications')
    .select(['license_type', 'digits', 'kind', 'application_number', 'approved_on'])
    .execute();
  return {
    vendors: new Map(
      vendors.map((row) => [
        `${row.license_type}:${row.digits}`,
        known.get(keyOf(row)) ?? { scorecard: '', facts: '' },
      ]),
    ),
    contacts: new Map(
      licenses.map((row) => [
        `${row.license_type}:${row.digits}`,
        JSON.stringify([row.licensee_name, row.mailing_address, row.phone]),
      ]),
    ),
    closures: new Map(
      closures.map((row) => [
        `${row.digits}|${row.closed_on}`,
        JSON.stringify([row.business_name, row.conditions, row.reopened_on]),
      ]),
    ),
    applications: new Map(
      applications.map((row) => [
        `${row.license_type}:${row.digits}|${row.kind}|${row.application_number}`,
        row.approved_on,
      ]),
    ),
  };
}

/** The hash is that of the scorecard, and the facts are written with it. */
async function readRecords(tx: RegistryTx, known: KnownRecords, hashes: readonly string[]): Promise<void> {
  for (let start = 0; start < hashes.length; start += HASHES_OF_STATEMENT) {
    const rows = await tx
      .selectFrom('vendor_records')
      .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
      .select(['sha256', 'scorecard', 'facts', ...STORED_DAYS])
      .where('sha256', 'in', hashes.slice(start, start + HASHES_OF_STATEMENT))
      .execute();
    for (const row of rows) {
      const { scorecard, facts } = publishedTexts(row);
      known.set(keyOf(row), { scorecard: withoutDate(scorecard), facts: withoutDate(facts) });
    }
  }
}

function keyOf(
  row: Pick<StoredDays, 'as_of' | 'data_as_of' | 'reaches_to'> & { readonly sha256: string },
): string {
  return [row.sha256, row.as_of, row.data_as_of, row.reaches_to].join(' ');
}

function withoutDate(text: string): string {
  return text.replace(/"data_as_of":"[^"]*"/, '"data_as_of":""');
}
