import type { PublishedAccess } from '../../../platform/db/database.ts';
import { licenseRefKey } from '../../../registry/licenses/number.ts';
import { listLicensesOnFile, mapLicenseIds } from '../../../registry/vendors/holders-service.ts';
import { listRecords } from '../../../registry/vendors/service.ts';
import { type KnownLicense, toKnownLicense, toUnlistedLicense } from './holder.ts';

/** All licenses with these digits that a license file ever listed or a visit names: five statements, however many. */
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
