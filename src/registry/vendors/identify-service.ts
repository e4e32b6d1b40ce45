import { AppError, type ErrorCode } from '../../http/errors.ts';
import { describeDay } from '../../lib/dates.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { completeNumber, parseLicenseNumber } from '../licenses/number.ts';
import { getPublishedState } from '../published-state/service.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { type PublishedFacts, parsePublishedFacts } from './decision-facts.ts';
import type { RecordReader } from './record-reader-service.ts';
import { getRecord } from './service.ts';
import { listByDigits } from './store.ts';

/** How a caller names a vendor: by license number in any spelling, by id, or by both when they agree. */
export interface VendorIdentifiers {
  readonly license_number?: string | undefined;
  readonly vendor_id?: string | undefined;
}

/** The facts of a vendor, and the hash of the record they are part of. */
export interface IdentifiedVendor {
  /** Read from its text when asked for. */
  readonly facts: () => PublishedFacts;
  readonly recordSha256: string;
}

/**
 * The one vendor that the identifiers name. Throws 400 when nothing is named, when a number has no digits or
 * names two vendors, or when number and id disagree; 404 when nobody is on record under it.
 */
export async function identifyVendor(
  registryDb: RegistryDb,
  records: RecordReader,
  { license_number: number, vendor_id: id }: VendorIdentifiers,
): Promise<IdentifiedVendor> {
  if (number === undefined && id === undefined)
    throw new AppError('missing_parameter', 'Give "license_number" or "vendor_id" to name the vendor.', {
      parameter: 'license_number',
    });
  const byId = id === undefined ? undefined : await getRecord(registryDb, records, id.toLowerCase(), 'facts');
  if (byId && number === undefined) return identified(byId);
  const digits = parseLicenseNumber(number ?? '')?.digits;
  if (digits === undefined)
    throw new AppError(
      'invalid_parameter',
      `The parameter "license_number" has no digit in it. Accepted: ${ACCEPTED}`,
      {
        parameter: 'license_number',
      },
    );
  const matches = await listByDigits(registryDb, digits);
  if (byId && !matches.some((match) => match.id === id?.toLowerCase()))
    throw new AppError(
      'conflicting_identifiers',
      '"license_number" and "vendor_id" name two different vendors.',
      {
        parameter: 'vendor_id',
      },
    );
  if (byId) return identified(byId);
  return identified(
    await getRecord(
      registryDb,
      records,
      await theOneMatch(registryDb, records, number ?? '', matches),
      'facts',
    ),
  );
}

/** What a license number names, for whoever is typing one: never a grade. */
export type LookUp =
  | {
      readonly status: 'found';
      readonly name: string;
      readonly license_number: string;
      readonly city: string | null;
    }
  | { readonly status: 'unknown' | 'ambiguous' | 'not_a_number'; readonly text: string };

/** Looks a number up while it is being typed. Throws only what is no question of the number. */
export async function lookUpVendor(
  registryDb: RegistryDb,
  records: RecordReader,
  number: string,
): Promise<LookUp> {
  try {
    const { vendor } = (await identifyVendor(registryDb, records, { license_number: number })).facts();
    return { status: 'found', name: vendor.name, license_number: vendor.license.number, city: vendor.city };
  } catch (error) {
    const status = error instanceof AppError ? LOOK_UP_STATUS[error.code] : undefined;
    if (error instanceof AppError && status) return { status, text: error.message };
    throw error;
  }
}

const LOOK_UP_STATUS: Readonly<Partial<Record<ErrorCode, 'unknown' | 'ambiguous' | 'not_a_number'>>> = {
  vendor_not_found: 'unknown',
  ambiguous_license: 'ambiguous',
  invalid_parameter: 'not_a_number',
};

const { letters, digits: exampleDigits } = REGULATOR.licenses.example;
const ACCEPTED = `a license number in any spelling, such as ${letters}-${exampleDigits} or ${exampleDigits}.`;

async function theOneMatch(
  registryDb: RegistryDb,
  records: RecordReader,
  number: string,
  matches: readonly { readonly id: string; readonly licenseType: string }[],
): Promise<string> {
  const { licenseType: type, isOther = false } = parseLicenseNumber(number) ?? {};
  const isMeant = (match: { readonly licenseType: string }) =>
    !isOther && (type === undefined || match.licenseType === type);
  const chosen = matches.filter(isMeant);
  const [first] = chosen;
  if (first && chosen.length === 1) return first.id;
  if (matches.length === 0) {
    const { data_as_of: day } = await getPublishedState(registryDb);
    const message = `No food truck or caterer with the number "${number.slice(0, 40)}" is in the files read here, up to ${describeDay(day)}. That does not mean that it has no license: look it up at ${REGULATOR.pages.licensing.url}`;
    throw new AppError('vendor_not_found', message, { parameter: 'license_number' });
  }
  const facts = await Promise.all(
    matches.map(async ({ id }) =>
      parsePublishedFacts((await getRecord(registryDb, records, id, 'facts')).body),
    ),
  );
  const numbers = facts
    .map(({ vendor, license_type: each }) => completeNumber(vendor.license.number, each))
    .join(' and ');
  if (chosen.length === 0)
    throw new AppError(
      'vendor_not_found',
      `No food truck or caterer has the number "${number.slice(0, 40)}". The same digits are those of ${numbers}.`,
      { parameter: 'license_number' },
    );
  throw new AppError(
    'ambiguous_license',
    `These digits are those of two licenses, ${numbers}. Give the number with its letters.`,
    {
      parameter: 'license_number',
    },
  );
}

function identified({ body, sha256 }: { body: string; sha256: string }): IdentifiedVendor {
  return { facts: () => parsePublishedFacts(body), recordSha256: sha256 };
}
