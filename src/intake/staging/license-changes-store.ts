import type { DatabaseSync } from 'node:sqlite';
import { iterateRows } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { type ComparedLicense, LicenseChangeCount } from './license-changes.ts';

/** Finds the changes that a run makes to the licenses on file. */

const KEY = ['digits', 'licenseType', 'district'] as const;
const COMPARED = ['rank', 'onFile', 'primaryStatus', 'secondaryStatus', 'expiresOn', 'licenseeName'] as const;

/**
 * Selects each license from its district's newest file that lists the license. `onFile` is true if no newer
 * file exists for that district.
 */
const LICENSES = `select digits, licenseType, district, rank, primaryStatus, secondaryStatus, expiresOn, licenseeName,
    not exists (select 1 from files later where later.slot = files.slot and later.place > files.place) as onFile
  from licenses_in_force join files on id = file`;

/** Saves the licenses on file before a run changes them. */
export function noteLicenses(staging: DatabaseSync): void {
  keepLicenses(staging, 'licenses_before');
}

/** Copies the licenses into an indexed table. Otherwise each license lookup would scan all of them. */
function keepLicenses(staging: DatabaseSync, table: string): void {
  staging.exec(`create table ${table} as ${LICENSES}`);
  staging.exec(`create unique index ${table}_key on ${table} (${KEY.join(', ')})`);
}

/** Counts the run's changes since {@link noteLicenses} was called. */
export function countLicenseChanges(staging: DatabaseSync): LicenseChangeCount {
  keepLicenses(staging, 'licenses_after');
  const count = new LicenseChangeCount();
  const columns = COMPARED.flatMap((column) => [
    `before.${column} as ${column}Before`,
    `after.${column} as ${column}After`,
  ]);
  const pairs = `select ${KEY.join(', ')}, ${columns.join(', ')}
    from licenses_before before full join licenses_after after using (${KEY.join(', ')})
    order by ${KEY.join(', ')}`;
  for (const pair of iterateRows<Pair>(staging, pairs))
    count.add(sideOf(pair, 'Before'), sideOf(pair, 'After'));
  return count;
}

type Side = 'Before' | 'After';
type Pair = Pick<ComparedLicense, 'digits' | 'licenseType' | 'district'> &
  Readonly<Record<`${(typeof COMPARED)[number]}${Side}`, string | number | null>>;

/** Returns undefined if the license does not exist on this side. */
function sideOf(pair: Pair, side: Side): ComparedLicense | undefined {
  const onFile = pair[`onFile${side}`];
  if (onFile === null) return undefined;
  const expiresOn = pair[`expiresOn${side}`];
  return {
    digits: pair.digits,
    licenseType: pair.licenseType,
    district: pair.district,
    rank: String(pair[`rank${side}`]),
    onFile: Number(onFile),
    primaryStatus: String(pair[`primaryStatus${side}`]),
    secondaryStatus: String(pair[`secondaryStatus${side}`]),
    expiresOn: expiresOn === null ? null : String(expiresOn),
    licenseeName: String(pair[`licenseeName${side}`]),
  };
}
