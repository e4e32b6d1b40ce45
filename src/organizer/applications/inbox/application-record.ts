import { parseStored } from '../../../lib/stored-json.ts';
import { addJsonFields } from '../../../lib/text/json-text.ts';
import { wordsOf } from '../../../matching/vendor-words.ts';
import { SIMILARITY_MIN, type Spelling, similarity, spellingOf } from '../../../matching/word-similarity.ts';
import type { DistrictCover } from '../../../published-state/covers.ts';
import { isLicenseFileRead } from '../../../records/read/named-vendor.ts';
import { licenseKey } from '../../../regulator/licenses/number.ts';
import { asOtherLicense } from '../../../regulator/source/other-license.ts';
import type { FiledReason, InboxRow } from '../application.ts';
import { isOpen } from '../decide/statuses.ts';
import type { DocumentEntry } from '../document-entry.ts';
import type { ApplicationOutcome, ApplicationRecord, CustomResponse, DepositStatus } from '../schemas.ts';
import type { StoredApplication } from '../store.ts';
import type { JoinedVendor, SharingVendors } from './application-vendors-service.ts';
import { asFoodKind } from './food.ts';

const SHORT_LETTERS_MAX = 4;
const SHORT_SIMILARITY_MIN = 0.75;

/**
 * Finds an application whose business name differs from the name on the license. Then another business may be
 * using the license.
 */

interface Named {
  readonly business_name: string;
  /** Null if no single vendor is on record. */
  readonly vendor: { readonly name: string; readonly aka: string | null } | null;
  /** The license holder, a person or a company; null if unknown. It is only compared, never shown. */
  readonly holder: string | null;
}

/**
 * Returns an application as the API returns it (contract 2.4), field by field, so that nothing else in a row
 * can leak. Omits the vendor's identity and the answers, which are stored as JSON.
 */
function ownFields(row: StoredApplication, vendor: JoinedVendor | undefined) {
  return {
    id: row.id,
    event_id: row.event_id,
    event_name: row.event_name,
    status: row.status,
    submitted_at: row.submitted_at,
    license_number: row.license_number,
    business_name: row.business_name,
    contact_name: row.contact_name,
    contact_email: row.contact_email,
    contact_phone: row.contact_phone,
    service_score: vendor?.service_score ?? null,
    risk_tier: vendor?.risk_tier ?? null,
    outcome: toOutcome(row.outcome),
    outcome_recorded_at: row.outcome_recorded_at,
    deposit_status: toDepositStatus(row.deposit_status),
  };
}

function toApplicationRecord(
  row: StoredApplication,
  vendor: JoinedVendor | undefined,
): Omit<ApplicationRecord, 'documents'> {
  return {
    ...ownFields(row, vendor),
    vendor: vendor?.identity() ?? null,
    custom_responses: toCustomResponses(row.custom_responses),
  };
}

/**
 * Returns the record as JSON text, for long lists. This service stored the vendor's identity and the answers
 * as JSON, field by field, so they are neither parsed nor serialized again.
 */
export function toApplicationText(
  row: StoredApplication,
  vendor: JoinedVendor | undefined,
  documents: readonly DocumentEntry[],
): string {
  const vendorText = vendor?.identityText ?? 'null';
  const summary = documents.map(({ code, state, expires_on }) => ({ code, state, expires_on }));
  return addJsonFields(
    JSON.stringify(ownFields(row, vendor)),
    `{"vendor":${vendorText},"custom_responses":${row.custom_responses},"documents":${JSON.stringify(summary)}}`,
  );
}

/** The data that inbox rows show in addition to their own columns. */
interface RowContext {
  /** The number of open applications to the event, by license digits. */
  readonly sameLicense: ReadonlyMap<string, number>;
  /** By application id. */
  readonly reasons: ReadonlyMap<string, FiledReason>;
  readonly documents: ReadonlyMap<string, readonly DocumentEntry[]>;
  readonly vendors: SharingVendors;
  readonly covers: readonly DistrictCover[];
  /** The holder of each license, by `type:digits`. Only for comparison; never show it. */
  readonly holders: ReadonlyMap<string, string>;
}

/** Returns one row of the inbox. */
export function toInboxRow(
  row: StoredApplication,
  vendor: JoinedVendor | undefined,
  { sameLicense, reasons, documents, vendors, holders, covers }: RowContext,
): InboxRow {
  // Without digits there is no way to know that two are the same.
  const all = row.license_digits === '' ? 1 : (sameLicense.get(row.license_digits) ?? 0);
  return {
    ...toApplicationRecord(row, vendor),
    food: toInboxFood(row),
    license_kind: asOtherLicense(row.license_kind) ?? null,
    documents: documents.get(row.id) ?? [],
    standing: vendor?.standing() ?? null,
    sharing: vendors(row.license_digits).length,
    license_file_read: isLicenseFileRead(row.license_digits, covers),
    same_license: isOpen(row.status) || row.license_digits === '' ? all - 1 : all,
    reason: reasons.get(row.id) ?? null,
    name_differs: differingNameOf(row, vendor, holders),
  };
}

/** Returns the food that a vendor serves; null if the form did not ask. */
export function toInboxFood({ food_kind, food }: StoredApplication): InboxRow['food'] {
  const kind = asFoodKind(food_kind);
  return kind === undefined ? null : { kind, text: food };
}

/**
 * Describes a name that differs from the record. `holders` are the license holders' names, by license; they
 * are only compared, never shown.
 */
export function differingNameOf(
  row: StoredApplication,
  vendor: JoinedVendor | undefined,
  holders: ReadonlyMap<string, string>,
): string | null {
  const holder = (vendor && holders.get(licenseKey(vendor.licenseType, row.license_digits))) || null;
  return differingName({
    business_name: row.business_name,
    vendor: vendor?.identity() ?? null,
    holder,
  });
}

/** Parses the answers; only this feature writes the column. */
export function toCustomResponses(text: string): CustomResponse[] {
  return text === '[]' ? [] : parseStored<CustomResponse[]>(text);
}

export function toDepositStatus(text: string): DepositStatus {
  return text as DepositStatus;
}

export function toOutcome(text: string | null): ApplicationOutcome | null {
  return text as ApplicationOutcome | null;
}

/**
 * Returns a sentence if no word of the given name is similar to a word of the current or former name on
 * record. Returns null if one is, or if the given name is the license holder's.
 */
export function differingName({ business_name, vendor, holder }: Named): string | null {
  if (!vendor) return null;
  const given = wordsOf(business_name).map(spellingOf);
  const known = [vendor.name, vendor.aka ?? ''].flatMap(wordsOf).map(spellingOf);
  if (given.length === 0 || known.length === 0) return null;
  if (given.some((each) => known.some((other) => isSimilar(each, other)))) return null;
  if (holder !== null && isSameName(given, wordsOf(holder).map(spellingOf))) return null;
  return `Applied as ${business_name}; the name on the license’s record is ${vendor.name}. Ask who uses this license.`;
}

/** Short words count as misspellings of each other only if nearly all letters match: a wok is not a poke. */
function isSimilar(a: Spelling, b: Spelling): boolean {
  const isShort = Math.min(a.text.length, b.text.length) <= SHORT_LETTERS_MAX;
  return similarity(a, b) >= (isShort ? SHORT_SIMILARITY_MIN : SIMILARITY_MIN);
}

/**
 * Returns true if one name has every word of the other, in any order, because people are on file with their
 * last name first.
 */
function isSameName(a: readonly Spelling[], b: readonly Spelling[]): boolean {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  return (
    few.length > 0 && few.every((each) => many.some((other) => similarity(each, other) >= SIMILARITY_MIN))
  );
}
