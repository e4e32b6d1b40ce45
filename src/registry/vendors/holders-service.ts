import type { RegistryAccess } from '../../platform/db/database.ts';
import { listFactLicenses } from '../intake/facts-service.ts';
import { newestOfSlots } from '../intake/file-age.ts';
import { licenseKey } from '../licenses/number.ts';
import { newestVisit } from '../scoring/visit-order.ts';
import { holdersOf } from './holders.ts';

/** Who the regulator's files name as holders of licenses, with how they are reached. */

/** A license as one district's file lists it. */
export interface LicenseOnFile {
  readonly license_type: string;
  readonly license_digits: string;
  readonly rank: string;
  readonly business_name: string;
  readonly licensee_name: string;
  readonly city: string;
  readonly primary_status: string;
  readonly secondary_status: string;
  /** For letters and calls to the holder alone; empty where the file has none. */
  readonly mailing_address: string;
  readonly phone: string;
  readonly file_district: number;
  /** Whether the newest file of its district still lists it. */
  readonly on_file: boolean;
}

/**
 * Who holds each license with any of these digits, by `type:digits`. A holder may be a person: names are to be compared, and
 * shown to nobody. Two statements, however many.
 */
export async function mapHolders(
  { db: registryDb, engine }: RegistryAccess,
  digits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (digits.length === 0) return new Map();
  return holdersOf(await listFactLicenses(registryDb, engine.isOneOf('digits', digits)));
}

/** The licenses with any of these digits, row by row of each district's file. Two statements, however many. */
export async function listLicensesOnFile(
  registry: RegistryAccess,
  digits: readonly string[],
): Promise<LicenseOnFile[]> {
  const { db: registryDb, engine } = registry;
  const rows = await registryDb
    .selectFrom('licenses')
    .innerJoin('import_files', 'import_files.id', 'licenses.file_id')
    .select(['license_type', 'digits as license_digits', 'rank', 'business_name', 'licensee_name', 'city'])
    .select(['primary_status', 'secondary_status', 'mailing_address', 'phone', 'file_district', 'file_id'])
    .select('import_files.slot')
    .where(engine.isOneOf('licenses.digits', digits))
    .orderBy('license_type')
    .orderBy('digits')
    .orderBy('file_district')
    .execute();
  const files = await listFilesOfSlots(registry, [...new Set(rows.map(({ slot }) => slot))]);
  const newest = newestOfSlots(files);
  return rows.map(({ slot, file_id, ...row }) => ({
    ...row,
    on_file: newest.get(slot)?.id === file_id,
  }));
}

async function listFilesOfSlots({ db: registryDb, engine }: RegistryAccess, slots: readonly string[]) {
  return registryDb
    .selectFrom('import_files')
    .select(['id', 'slot', 'name', 'sha256', 'file_date as fileDate', 'published_at as publishedAt'])
    .select(['read_at as readAt', 'run_id as runId'])
    .where('outcome', '=', 'published')
    .where(engine.isOneOf('slot', slots))
    .orderBy('id')
    .execute();
}

/**
 * The License ID of each license's newest visit, by `type:digits`; none where a change of owner was approved since
 * then. Two statements, however many.
 */
export async function mapLicenseIds(
  { db: registryDb, engine }: RegistryAccess,
  digits: readonly string[],
): Promise<Map<string, number>> {
  const visits = Map.groupBy(
    await registryDb
      .selectFrom('visits')
      .select(['license_type', 'digits', 'license_id'])
      .select(['visited_on as visitedOn', 'visit_id as visitId'])
      .where(engine.isOneOf('digits', digits))
      .execute(),
    keyOf,
  );
  const changes = Map.groupBy(
    await registryDb
      .selectFrom('license_applications')
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
