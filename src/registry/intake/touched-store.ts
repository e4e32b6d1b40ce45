import type { RegistryDb } from '../../platform/db/database.ts';
import { filledUp } from '../../platform/db/one-of.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import { type AddedRow, KEYS, oneOf, type RowTable, valuesOf } from './rows-store.ts';

/** License digits, before and now. */
interface Differing {
  readonly was: string;
  readonly now: string;
}

/** Tables that name the license in each row. */
export type LicensedTable = Exclude<RowTable, 'observation_rows'>;

/**
 * Of some rows of one file those that say another thing than the row in force under their key before them, which is still
 * marked so. A row of a license file that was not in use tells nothing about a file that is.
 */
export async function listDiffering(
  registryDb: RegistryDb,
  table: LicensedTable,
  { fileId, rows, inUse }: { fileId: number; rows: readonly AddedRow[]; inUse: ReadonlySet<number> },
): Promise<Differing[]> {
  const first = rows[0];
  if (!first) return [];
  const keys: readonly string[] = KEYS[table];
  const told = Object.keys(first.row).filter(
    (column) => !keys.includes(column) && column !== 'file_id' && column !== 'in_force',
  );
  const differs = told.map((column) => `o.${column} is distinct from n.${column}`);
  if (table === 'license_rows') differs.push(`o.file_id not in (${[0, ...inUse].join(', ')})`);
  const listed = filledUp(rows.map(({ row }) => row));
  const joined = keys.map((column) => `o.${column} = n.${column}`).join(' and ');
  return rawQuery<Differing>(
    registryDb,
    `select o.digits as was, n.digits as now
     from (select * from ${table} where file_id = ? and ${oneOf(keys, listed.length)}) n
     join ${table} o on ${joined} and o.in_force = 1 and o.file_id <> n.file_id
     where ${differs.join(' or ')}`,
    [fileId, ...listed.flatMap((row) => valuesOf(row, keys))],
  );
}

const VISITS_AT_ONCE = 512;

/** The licenses of visits in force. */
export async function listDigitsOfVisits(
  registryDb: RegistryDb,
  visitIds: readonly number[],
): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < visitIds.length; start += VISITS_AT_ONCE) {
    const some = filledUp(visitIds.slice(start, start + VISITS_AT_ONCE));
    const visits = registryDb.selectFrom('visits').select('digits').distinct();
    const rows = await visits.where('visit_id', 'in', some).execute();
    for (const { digits } of rows) found.push(digits);
  }
  return found;
}

/** The licenses whose rows in force are of one of these files. */
export async function listDigitsOfFiles(
  registryDb: RegistryDb,
  fileIds: readonly number[],
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await registryDb
    .selectFrom('licenses')
    .select('digits')
    .where('file_id', 'in', fileIds)
    .execute();
  return rows.map(({ digits }) => digits);
}
