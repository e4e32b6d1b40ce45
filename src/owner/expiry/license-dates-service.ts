import type { Identity } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import { parseCovers } from '../../published-state/covers.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { listRecords } from '../../records/read/service.ts';
import { licenseKey } from '../../regulator/licenses/number.ts';
import type { LicenseDates } from './expiry-dates.ts';

/** The expiry dates of licenses, and if the records are fictional. */
export interface ReadLicenseDates {
  readonly licenses: LicenseDates;
  readonly fictional: boolean;
}

/**
 * Reads the expiry dates of licenses with these digits. A license that is given up, not renewed, under
 * transfer or no longer on file has none. Runs two statements for any number of licenses.
 */
export async function readLicenseDates(
  registry: PublishedAccess,
  digits: readonly string[],
): Promise<ReadLicenseDates> {
  const state = await findPublishedState(registry.db);
  if (state === undefined) return { licenses: new Map(), fictional: false };
  const fileDays = new Map(
    parseCovers(state.covers).map(({ district, licenses_to }) => [district, licenses_to]),
  );
  const records = await listRecords(registry, [...new Set(digits)]);
  const licenses = records.map((record) => {
    const { license, name, location } = parseStored<Identity>(record.identity);
    const { status, number } = license;
    const expires_on = status === 'current' ? license.expires_on : null;
    const file_date = fileDays.get(location.district ?? 0) ?? state.data_as_of;
    const date = { number, name, expires_on, file_date };
    return [licenseKey(record.license_type, record.digits), date] as const;
  });
  return { licenses: new Map(licenses), fictional: state.fictional === 1 };
}
