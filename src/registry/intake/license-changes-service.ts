import { sql } from 'kysely';
import { compareText } from '../../lib/text/text.ts';
import type { RegistryTx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import { listFilesInUse } from './files-store.ts';
import { type ComparedLicense, LicenseChangeCount } from './license-changes.ts';

/** What a run changed in the licenses on file. A page of them is in memory at a time, however many there are. */

const LICENSES_OF_PAGE = 2_000;
const KEY = 'digits, license_type, file_district';
const COLUMNS = `${KEY}, rank, primary_status, secondary_status, expires_on, licensee_name`;

/** Notes the licenses on file before a run changes them, until `countLicenseChanges`; part of the run's transaction. */
export async function noteLicenses(tx: RegistryTx): Promise<void> {
  await sql.raw('drop table if exists licenses_before').execute(tx);
  await sql
    .raw(`create temporary table licenses_before as select ${COLUMNS}, ${await onFile(tx)} from licenses`)
    .execute(tx);
  await sql.raw(`create index licenses_before_key on licenses_before (${KEY})`).execute(tx);
}

/** What the run changed since `noteLicenses`, which are forgotten. */
export async function countLicenseChanges(tx: RegistryTx): Promise<LicenseChangeCount> {
  const count = new LicenseChangeCount();
  const earlier = readInOrder(tx, 'licenses_before', 'on_file');
  let before = await next(earlier);
  for await (const after of readInOrder(tx, 'licenses', await onFile(tx))) {
    while (before && compareKeys(before, after) < 0) {
      count.add(before, undefined);
      before = await next(earlier);
    }
    const isSame = before !== undefined && compareKeys(before, after) === 0;
    count.add(isSame ? before : undefined, after);
    if (isSame) before = await next(earlier);
  }
  for (; before; before = await next(earlier)) count.add(before, undefined);
  await sql.raw('drop table licenses_before').execute(tx);
  return count;
}

async function next(rows: AsyncGenerator<ComparedLicense>): Promise<ComparedLicense | undefined> {
  const { done, value } = await rows.next();
  return done ? undefined : value;
}

async function* readInOrder(
  tx: RegistryTx,
  table: 'licenses' | 'licenses_before',
  onFileColumn: string,
): AsyncGenerator<ComparedLicense> {
  const text = `select ${COLUMNS}, ${onFileColumn} from ${table} where (${KEY}) > (?, ?, ?)
    order by ${KEY} limit ${LICENSES_OF_PAGE}`;
  let behind: readonly unknown[] = ['', '', 0];
  for (;;) {
    const page = await rawQuery<ComparedLicense>(tx, text, behind);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < LICENSES_OF_PAGE) return;
    behind = [last.digits, last.license_type, last.file_district];
  }
}

/** A column: 1 where the newest license file of the district lists the license. */
async function onFile(tx: RegistryTx): Promise<string> {
  const inUse = await listFilesInUse(tx);
  return `case when file_id in (${[0, ...inUse].join(', ')}) then 1 else 0 end as on_file`;
}

/** Digits and types are digits alone, which sort alike everywhere. */
function compareKeys(a: ComparedLicense, b: ComparedLicense): number {
  return (
    compareText(a.digits, b.digits) ||
    compareText(a.license_type, b.license_type) ||
    a.file_district - b.file_district
  );
}
