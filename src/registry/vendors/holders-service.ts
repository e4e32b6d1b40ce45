import type { PublishedAccess } from '../../platform/db/database.ts';
import { licenseKey } from '../licenses/number.ts';
import { newestVisit } from '../scoring/visit-order.ts';

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
 * Returns who holds each license with any of these digits, by `type:digits`. A holder may be a person: names are to be compared, and
 * never shown. One statement for any number of licenses.
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

/** Lists the licenses with any of these digits, row by row of each district's file. One statement for any number of licenses. */
export async function listLicensesOnFile(
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
 * Returns the License ID of each license's newest visit, by `type:digits`; none if a change of owner was approved since then. Two
 * statements for any number of licenses.
 */
export async function mapLicenseIds(
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
