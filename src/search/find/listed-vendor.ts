import type { Static } from 'typebox';
import type { Identity } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { Matchable } from '../../matching/matchable.ts';

/** The fields of a vendor that are shown for a possible match. */
export type ListedVendor = Matchable & { readonly licenseNumber: string; readonly county: string | null };

/** The stored data for a vendor that may match. `identity` is JSON text. */
export interface ListedRow {
  readonly id: string;
  readonly license_type: string;
  readonly digits: string;
  readonly identity: string;
}

/** Converts a stored vendor to the format that the matcher compares. */
export function toListed({ id, license_type: licenseType, digits, identity }: ListedRow): ListedVendor {
  const { name, aka: formerName, license, location } = parseStored<Static<typeof Identity>>(identity);
  const { city, county } = location;
  return { id, name, formerName, city, county, licenseType, digits, licenseNumber: license.number };
}
