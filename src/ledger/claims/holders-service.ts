import type { RegistryAccess } from '../../platform/db/database.ts';
import { licenseRefKey } from '../../registry/licenses/number.ts';
import { listLicensesOnFile, mapLicenseIds } from '../../registry/vendors/holders-service.ts';
import { type KnownLicense, toKnownLicense } from './holder.ts';

/** All licenses with these digits that a license file ever listed: four statements, however many. */
export async function listKnownLicenses(
  registry: RegistryAccess,
  digits: readonly string[],
): Promise<KnownLicense[]> {
  if (digits.length === 0) return [];
  const rows = Map.groupBy(await listLicensesOnFile(registry, digits), licenseRefKey);
  if (rows.size === 0) return [];
  const licenseIds = await mapLicenseIds(registry, digits);
  return [...rows].flatMap(([key, each]) => toKnownLicense(each, licenseIds.get(key) ?? null) ?? []);
}
