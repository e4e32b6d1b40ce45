import type { RegistryAccess } from '../../platform/db/database.ts';
import { compareAge, type FileAge } from '../../registry/intake/merge.ts';
import { newestVisit } from '../../registry/scoring/ownership.ts';
import { type KnownLicense, type LicenseOnFile, toKnownLicense } from './holder.ts';

/** The licenses with any of these digits that a license file ever listed: four statements, however many. */
export async function listKnownLicenses(
  registry: RegistryAccess,
  digits: readonly string[],
): Promise<KnownLicense[]> {
  if (digits.length === 0) return [];
  const rows = Map.groupBy(await listLicenses(registry, digits), licenseKey);
  if (rows.size === 0) return [];
  const licenseIds = await mapLicenseIds(registry, digits);
  return [...rows].flatMap(([key, each]) => toKnownLicense(each, licenseIds.get(key) ?? null) ?? []);
}

async function listLicenses(
  { db: registryDb, engine }: RegistryAccess,
  digits: readonly string[],
): Promise<LicenseOnFile[]> {
  const rows = await registryDb
    .selectFrom('licenses')
    .innerJoin('import_files', 'import_files.id', 'licenses.file_id')
    .select(['license_type', 'digits as license_digits', 'rank', 'business_name', 'licensee_name', 'city'])
    .select(['primary_status', 'secondary_status', 'mailing_address', 'phone', 'file_district', 'file_id'])
    .select(['import_files.slot', 'import_files.sha256', 'import_files.file_date as fileDate'])
    .select('import_files.published_at as publishedAt')
    .where(engine.isOneOf('licenses.digits', digits))
    .orderBy('license_type')
    .orderBy('digits')
    .orderBy('file_district')
    .execute();
  const newest = await mapNewestFiles({ db: registryDb, engine }, [...new Set(rows.map(({ slot }) => slot))]);
  return rows.map(({ slot, sha256, fileDate, publishedAt, file_id, ...row }) => ({
    ...row,
    file: { sha256, fileDate, publishedAt },
    on_file: newest.get(slot)?.id === file_id,
  }));
}

/** The newest published file of each slot. */
async function mapNewestFiles({ db: registryDb, engine }: RegistryAccess, slots: readonly string[]) {
  const files = await registryDb
    .selectFrom('import_files')
    .select(['id', 'slot', 'sha256', 'file_date as fileDate', 'published_at as publishedAt'])
    .where('outcome', '=', 'published')
    .where(engine.isOneOf('slot', slots))
    .orderBy('id')
    .execute();
  const newest = new Map<string, FileAge & { readonly id: number }>();
  for (const file of files) {
    const other = newest.get(file.slot);
    if (!other || compareAge(file, other) > 0) newest.set(file.slot, file);
  }
  return newest;
}

/** The License ID of each license's newest visit, unless a change of owner was approved since then. */
async function mapLicenseIds(
  { db: registryDb, engine }: RegistryAccess,
  digits: readonly string[],
): Promise<Map<string, number>> {
  const visits = Map.groupBy(
    await registryDb
      .selectFrom('visits')
      .select(['license_type', 'digits as license_digits', 'license_id'])
      .select(['visited_on as visitedOn', 'visit_id as visitId'])
      .where(engine.isOneOf('digits', digits))
      .execute(),
    licenseKey,
  );
  const changes = Map.groupBy(
    await registryDb
      .selectFrom('license_applications')
      .select(['license_type', 'digits as license_digits', 'approved_on'])
      .where('kind', '=', 'ownership_change')
      .where(engine.isOneOf('digits', digits))
      .execute(),
    licenseKey,
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

/** What a license is known by in maps. */
export function licenseKey(license: {
  readonly license_type: string;
  readonly license_digits: string;
}): string {
  return `${license.license_type}:${license.license_digits}`;
}
