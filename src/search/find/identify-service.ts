import { AppError, type ErrorCode } from '../../http/errors/errors.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import { getPublishedState, type PublishedState } from '../../published-state/service.ts';
import {
  chooseMatches,
  hasOtherLetters,
  isAmbiguous,
  isNoNumber,
  joinNumbers,
  namesNoVendor,
  namesTwoVendors,
  numberNotOnRecord,
  unknownVendor,
} from '../../records/read/named-vendor.ts';
import type { RecordReader } from '../../records/read/record-reader-service.ts';
import {
  getRecord,
  listByDigits,
  listNamed,
  mapNewLicenses,
  type NamedRecord,
} from '../../records/read/service.ts';
import { type PublishedFacts, parsePublishedFacts } from '../../records/record/decision-facts.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { Suggest } from './suggestion-service.ts';

/**
 * How a caller identifies a vendor: by a license number in any format, by an ID, or by both if they agree.
 */
export interface VendorIdentifiers {
  readonly license_number?: string | undefined;
  readonly vendor_id?: string | undefined;
}

/** A vendor's facts and the hash of its record. */
export interface IdentifiedVendor {
  /** Parses the stored facts each time it is called. */
  readonly facts: () => PublishedFacts;
  readonly recordSha256: string;
}

/**
 * Returns the only vendor with these identifiers. Throws 400 if there are no identifiers, if a number has no
 * digits or belongs to two vendors, or if the number and the ID disagree. Throws 404 if no vendor on record
 * has them.
 */
export async function identifyVendor(
  published: PublishedAccess,
  records: RecordReader,
  { license_number: number, vendor_id: id }: VendorIdentifiers,
): Promise<IdentifiedVendor> {
  if (number === undefined && id === undefined) throw namesNoVendor();
  const byId =
    id === undefined ? undefined : await getRecord(published.db, records, id, 'facts', 'vendor_id');
  if (byId && number === undefined) return identified(byId);
  const digits = parseLicenseNumber(number ?? '')?.digits;
  if (digits === undefined) throw isNoNumber(number ?? '');
  const matches = await listByDigits(published.db, digits);
  if (byId && !matches.some((match) => match.id === id?.toLowerCase())) throw namesTwoVendors();
  if (byId) return identified(byId);
  return identified(
    await getRecord(
      published.db,
      records,
      await theOneMatch(published, records, number ?? '', matches),
      'facts',
    ),
  );
}

/**
 * Does the same as {@link identifyVendor} for many vendors, in order. If identifiers do not identify exactly
 * one vendor, returns an error in that place instead of throwing it. Runs two database statements regardless
 * of the number of vendors, and one more if a number is unknown. Throws `not_ready` before the first
 * publication.
 */
export async function identifyVendors(
  published: PublishedAccess,
  list: readonly VendorIdentifiers[],
): Promise<(IdentifiedVendor | AppError)[]> {
  const state = await getPublishedState(published.db);
  const found = await listNamed(published, {
    ids: list.flatMap(({ vendor_id: id }) => asUuid(id ?? '') ?? []),
    digits: list.flatMap(({ license_number: number }) => parseLicenseNumber(number ?? '')?.digits ?? []),
  });
  const byId = new Map(found.map((each) => [each.id, each]));
  const byDigits = Map.groupBy(found, ({ digits }) => digits);
  const unknown = list.flatMap(({ license_number: number }) => {
    const digits = parseLicenseNumber(number ?? '')?.digits;
    return digits !== undefined && !byDigits.has(digits) ? [digits] : [];
  });
  const approved = await mapNewLicenses(published, unknown);
  return list.map((each) => {
    const named = findNamed(each, { byId, byDigits, state, approved });
    return named instanceof AppError ? named : identified({ body: named.facts, sha256: named.sha256 });
  });
}

interface Found {
  readonly byId: ReadonlyMap<string, NamedRecord>;
  readonly byDigits: ReadonlyMap<string, readonly NamedRecord[]>;
  readonly state: PublishedState;
  /** The approval dates of new licenses that are not in any license file yet, by digits. */
  readonly approved: ReadonlyMap<string, IsoDate>;
}

/** Applies the rules of {@link identifyVendor}, in the same order. */
function findNamed(
  { license_number: number, vendor_id: id }: VendorIdentifiers,
  { byId, byDigits, state, approved }: Found,
): NamedRecord | AppError {
  if (number === undefined && id === undefined) return namesNoVendor();
  const meant = id === undefined ? undefined : byId.get(asUuid(id) ?? '');
  if (id !== undefined && !meant) return unknownVendor(id, state.data_as_of, 'vendor_id');
  if (meant && number === undefined) return meant;
  const digits = parseLicenseNumber(number ?? '')?.digits;
  if (digits === undefined) return isNoNumber(number ?? '');
  const matches = byDigits.get(digits) ?? [];
  if (meant) return matches.includes(meant) ? meant : namesTwoVendors();
  const chosen = chooseMatches(number ?? '', matches);
  const [first] = chosen;
  if (first && chosen.length === 1) return first;
  if (matches.length === 0) return numberNotOnRecord(number ?? '', state, approved.get(digits));
  const numbers = joinNumbers(matches.map(({ facts }) => parsePublishedFacts(facts)));
  return chosen.length === 0 ? hasOtherLetters(number ?? '', numbers) : isAmbiguous(numbers);
}

/** The result of looking up a license number while it is being typed. It never contains a grade. */
export type LookUp =
  | {
      readonly status: 'found';
      readonly name: string;
      readonly license_number: string;
      readonly city: string | null;
    }
  | { readonly status: 'unknown' | 'ambiguous' | 'not_a_number'; readonly text: string };

/**
 * Looks up a license number while it is being typed. Throws only for errors that are not about the number.
 */
export async function lookUpVendor(
  published: PublishedAccess,
  records: RecordReader,
  number: string,
  suggest?: Suggest,
): Promise<LookUp> {
  try {
    const { vendor } = (await identifyVendor(published, records, { license_number: number })).facts();
    return { status: 'found', name: vendor.name, license_number: vendor.license.number, city: vendor.city };
  } catch (error) {
    const status = error instanceof AppError ? LOOK_UP_STATUS[error.code] : undefined;
    if (error instanceof AppError && status) {
      const meant = status === 'unknown' ? await suggest?.(number) : '';
      return { status, text: [error.message, meant ?? ''].filter(Boolean).join(' ') };
    }
    throw error;
  }
}

const LOOK_UP_STATUS: Readonly<Partial<Record<ErrorCode, 'unknown' | 'ambiguous' | 'not_a_number'>>> = {
  vendor_not_found: 'unknown',
  ambiguous_license: 'ambiguous',
  invalid_parameter: 'not_a_number',
};

async function theOneMatch(
  published: PublishedAccess,
  records: RecordReader,
  number: string,
  matches: readonly { readonly id: string; readonly licenseType: string }[],
): Promise<string> {
  const chosen = chooseMatches(number, matches);
  const [first] = chosen;
  if (first && chosen.length === 1) return first.id;
  if (matches.length === 0) {
    const digits = parseLicenseNumber(number)?.digits ?? '';
    const approved = await mapNewLicenses(published, [digits]);
    throw numberNotOnRecord(number, await getPublishedState(published.db), approved.get(digits));
  }
  const facts = await Promise.all(
    matches.map(async ({ id }) =>
      parsePublishedFacts((await getRecord(published.db, records, id, 'facts')).body),
    ),
  );
  const numbers = joinNumbers(facts);
  throw chosen.length === 0 ? hasOtherLetters(number, numbers) : isAmbiguous(numbers);
}

function identified({ body, sha256 }: { body: string; sha256: string }): IdentifiedVendor {
  return { facts: () => parsePublishedFacts(body), recordSha256: sha256 };
}
