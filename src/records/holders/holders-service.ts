import { newestVisit } from '../../judgment/score/visit-order.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import { licenseKey, licenseRefKey } from '../../regulator/licenses/number.ts';
import { listRecords } from '../read/service.ts';
import { type KnownLicense, type LicenseOnFile, toKnownLicense, toUnlistedLicense } from './holder.ts';

/** Reads the holders of licenses in the regulator's files, and their contact data. */

/**
 * Returns the holder of each license with any of these digits, by `type:digits`. A holder may be a private
 * individual, so compare the names but never show them. Runs one query, regardless of the number of licenses.
 */
export async function mapHolders(
  { db, engine }: PublishedAccess,
  digits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (digits.length === 0) return new Map();
  const rows = await db
    .selectFrom('licenses')
    .select(['license_type', 'digits', 'licensee_name'])
    .where('place', '=', 0)
    .where(engine.isOneOf('digits', digits))
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row.licensee_name]));
}

/**
 * Lists all licenses with these digits that were ever in a license file or that a visit refers to. Runs five
 * queries, regardless of the number of licenses.
 */
export async function listKnownLicenses(
  registry: PublishedAccess,
  digits: readonly string[],
): Promise<KnownLicense[]> {
  if (digits.length === 0) return [];
  const rows = Map.groupBy(await listLicensesOnFile(registry, digits), licenseRefKey);
  const licenseIds = rows.size === 0 ? new Map() : await mapLicenseIds(registry, digits);
  const listed = [...rows].flatMap(([key, each]) => toKnownLicense(each, licenseIds.get(key) ?? null) ?? []);
  const records = await listRecords(registry, digits);
  return [...listed, ...records.map(toUnlistedLicense).filter((each) => !rows.has(licenseRefKey(each)))];
}

/**
 * Lists the licenses with any of these digits, one row per district file. Runs one query, regardless of the
 * number of licenses.
 */
async function listLicensesOnFile(
  { db, engine }: PublishedAccess,
  digits: readonly string[],
): Promise<LicenseOnFile[]> {
  const rows = await db
    .selectFrom('licenses')
    .select(['license_type', 'digits as license_digits', 'rank', 'business_name', 'licensee_name', 'city'])
    .select(['primary_status', 'secondary_status', 'mailing_address', 'phone', 'file_district', 'on_file'])
    .where(engine.isOneOf('digits', digits))
    .orderBy('license_type')
    .orderBy('digits')
    .orderBy('file_district')
    .execute();
  return rows.map((row) => ({ ...row, on_file: row.on_file === 1 }));
}

/**
 * Returns the License ID at each license's newest visit, by `type:digits`, unless a change of owner has been
 * approved since then. Runs two queries, regardless of the number of licenses.
 */
async function mapLicenseIds(
  { db, engine }: PublishedAccess,
  digits: readonly string[],
): Promise<Map<string, number>> {
  const visits = Map.groupBy(
    await db
      .selectFrom('visits')
      .select(['license_type', 'digits', 'license_id'])
      .select(['visited_on as visitedOn', 'visit_id as visitId'])
      .where(engine.isOneOf('digits', digits))
      .execute(),
    keyOf,
  );
  const changes = Map.groupBy(
    await db
      .selectFrom('applications')
      .select(['license_type', 'digits', 'approved_on'])
      .where('kind', '=', 'ownership_change')
      .where(engine.isOneOf('digits', digits))
      .execute(),
    keyOf,
  );
  return new Map(
    [...visits].flatMap(([key, each]): [string, number][] => {
      const newest = newestVisit(each);
      const isSuperseded = changes
        .get(key)
        ?.some(({ approved_on }) => approved_on > (newest?.visitedOn ?? ''));
      return newest && !isSuperseded ? [[key, newest.license_id]] : [];
    }),
  );
}

function keyOf({ license_type, digits }: { license_type: string; digits: string }): string {
  return licenseKey(license_type, digits);
}
