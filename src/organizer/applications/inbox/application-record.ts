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
 * Detects an application whose business name differs from the name on the license, because a different
 * business may be using the license.
 */

interface Named {
  readonly business_name: string;
  /** Null if no single vendor is on record. */
  readonly vendor: { readonly name: string; readonly aka: string | null } | null;
  /**
   * The license holder, which is a person or a company. Null if unknown. Only compare this name; never show
   * it.
   */
  readonly holder: string | null;
}

/**
 * Returns the application as the API returns it (contract 2.4). Copies each field separately, so that no
 * other column can leak. Omits the vendor's identity and the answers, which are stored as JSON.
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
 * Returns the record as JSON text for long lists. This service itself stored the vendor's identity and the
 * answers as JSON, field by field. They are therefore copied without being parsed and serialized again.
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

/** Data that inbox rows show in addition to the application's own columns. */
interface RowContext {
  /** The number of open applications to the event, by license digits. */
  readonly sameLicense: ReadonlyMap<string, number>;
  /** The most recent reason for a spot against a verdict, by application id. */
  readonly reasons: ReadonlyMap<string, FiledReason>;
  readonly documents: ReadonlyMap<string, readonly DocumentEntry[]>;
  readonly vendors: SharingVendors;
  readonly covers: readonly DistrictCover[];
  /** The name of each license holder, by `type:digits`. Only compare these names; never show them. */
  readonly holders: ReadonlyMap<string, string>;
}

/** Returns an inbox row for an application. */
export function toInboxRow(
  row: StoredApplication,
  vendor: JoinedVendor | undefined,
  { sameLicense, reasons, documents, vendors, holders, covers }: RowContext,
): InboxRow {
  // Without digits, two applications cannot be recognized as having the same license.
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

/** Returns the food that a vendor serves, or null if the form did not ask for it. */
export function toInboxFood({ food_kind, food }: StoredApplication): InboxRow['food'] {
  const kind = asFoodKind(food_kind);
  return kind === undefined ? null : { kind, text: food };
}

/**
 * Returns a sentence if the business name differs from the record, or null. `holders` has the license
 * holders' names by license. They are only compared, never shown.
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

/** Parses the stored answers. Only this feature writes that column, so they are not validated. */
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
 * Returns a sentence if no word of the business name is similar to any word of the current or former name on
 * record. Returns null if one is similar, or if the business name is the license holder's name.
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

/**
 * Returns true if one word may be a misspelling of the other. Short words must match almost completely,
 * because a wok is not a poke.
 */
function isSimilar(a: Spelling, b: Spelling): boolean {
  const isShort = Math.min(a.text.length, b.text.length) <= SHORT_LETTERS_MAX;
  return similarity(a, b) >= (isShort ? SHORT_SIMILARITY_MIN : SIMILARITY_MIN);
}

/**
 * Returns true if one name contains every word of the other, in any order, because records list a person's
 * last name first.
 */
function isSameName(a: readonly Spelling[], b: readonly Spelling[]): boolean {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  return (
    few.length > 0 && few.every((each) => many.some((other) => similarity(each, other) >= SIMILARITY_MIN))
  );
}
