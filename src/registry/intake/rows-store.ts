import type { Insertable } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { RegistrySchema } from '../../platform/db/schema-registry.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import { type CountedFile, type RowOfFile, ruleOnRows } from './in-force.ts';

/** Rows by file: every table of them is written here. */

/** The columns that name a row within its file. */
const KEYS = {
  visit_rows: ['visit_id'],
  license_rows: ['file_district', 'license_type', 'digits'],
  application_rows: ['kind', 'application_number', 'license_type', 'digits'],
  closure_rows: ['digits', 'closed_on'],
  observation_rows: ['visit_id', 'position'],
} as const;
export type RowTable = keyof typeof KEYS;

/** The same, but for columns that are one value in a whole file; of observations a visit counts as a whole. */
const KEYS_IN_FILE: Readonly<Record<RowTable, readonly string[]>> = {
  ...KEYS,
  license_rows: ['license_type', 'digits'],
  observation_rows: ['visit_id'],
};
/** What rules need to know besides. */
const BESIDE_KEYS = {
  visit_rows: ['visited_on', 'digits'],
  license_rows: ['licensee_name', 'business_name'],
} as const;
/** What rules are made on. */
const KEYS_OF_RULE = { ...KEYS, observation_rows: ['visit_id'] } as const;
const ROWS_PER_STATEMENT = 500;

interface RuledRow extends RowOfFile {
  /** Its columns, those that find it within its file among them. */
  readonly row: object;
  readonly wasInForce: boolean;
}

interface AddedRow extends RuledRow {
  /** The row itself, which is to be written. */
  readonly row: { in_force: number };
}

/**
 * Writes a run's rows of one table and brings what is in force in line with the files that count. Replaced rows of files
 * in `droppable` are not kept. Returns the files of which rows were dropped.
 */
export async function settleRows<Table extends RowTable>(
  registryDb: RegistryDb,
  table: Table,
  added: readonly (Insertable<RegistrySchema[Table]> & { in_force: number })[],
  { files, droppable }: { readonly files: readonly CountedFile[]; readonly droppable: ReadonlySet<number> },
): Promise<Set<number>> {
  const fresh = added.map((row): AddedRow => ({ ...toRuled(table, row), row }));
  const stored = await listRuled(registryDb, table);
  const ruling = ruleOnRows([...stored, ...fresh], files);
  const isDropped = (row: RuledRow) =>
    droppable.has(row.fileId) && ruling.isReplaced(row) && !ruling.isInForce(row);
  const kept = fresh.filter((row) => !isDropped(row));
  for (const each of kept) if (ruling.isInForce(each)) each.row.in_force = 1;
  const written = kept.map(({ row }) => row);
  await upsertRows(registryDb, table, [...KEYS[table], 'file_id'], rowsOf<Table>(written));
  const dropped = stored.filter(isDropped);
  await forRows(registryDb, table, dropped, `delete from ${table}`);
  for (const inForce of [0, 1]) {
    const changed = stored.filter(
      (row) =>
        !isDropped(row) && row.wasInForce !== (inForce === 1) && ruling.isInForce(row) === (inForce === 1),
    );
    await forRows(registryDb, table, changed, `update ${table} set in_force = ${inForce}`);
  }
  return new Set([...dropped, ...fresh.filter(isDropped)].map(({ fileId }) => fileId));
}

/** Deletes all rows of a file that is withdrawn. */
export async function deleteRowsOfFile(
  registryDb: RegistryDb,
  table: RowTable,
  fileId: number,
): Promise<void> {
  await rawQuery(registryDb, `delete from ${table} where file_id = ?`, [fileId]);
}

/** Whether any row of the file is in force. */
export async function hasRowsInForce(registryDb: RegistryDb, fileId: number): Promise<boolean> {
  const each = Object.keys(KEYS).map((table) => `select 1 from ${table} where file_id = ? and in_force = 1`);
  const condition = each.map((text) => `exists (${text})`).join(' or ');
  const text = `select id from import_files where id = ? and (${condition})`;
  const found = await rawQuery<object>(registryDb, text, [fileId, ...each.map(() => fileId)]);
  return found.length > 0;
}

/**
 * Files on which nothing on record rests, or not all that should: those without a stored row in force, and license files
 * of which rows were dropped, since the first rows under a name are kept. Only files with dropped rows are looked at.
 */
export async function listFilesWithoutRows(
  registryDb: RegistryDb,
  files: readonly { readonly id: number; readonly kind: string; readonly isStored: boolean }[],
): Promise<Set<number>> {
  const without = new Set<number>();
  for (const { id, kind, isStored } of files)
    if (!isStored && kind !== 'observations')
      if (kind === 'licenses' || !(await hasRowsInForce(registryDb, id))) without.add(id);
  return without;
}

async function listRuled(registryDb: RegistryDb, table: RowTable): Promise<RuledRow[]> {
  const names = [...KEYS_OF_RULE[table], ...besideKeys(table)];
  const distinct = table === 'observation_rows' ? 'distinct ' : '';
  const text = `select ${distinct}${[...names, 'file_id', 'in_force'].join(', ')} from ${table}`;
  const rows = await rawQuery<object>(registryDb, text, []);
  return rows.map((row) => toRuled(table, row));
}

function besideKeys(table: RowTable): readonly string[] {
  return table === 'visit_rows' || table === 'license_rows' ? BESIDE_KEYS[table] : [];
}

function toRuled(table: RowTable, row: object): RuledRow {
  const [column, ...more] = KEYS_OF_RULE[table];
  const fileId = Number(Reflect.get(row, 'file_id'));
  const wasInForce = Number(Reflect.get(row, 'in_force')) === 1;
  const key =
    more.length === 0 ? Number(Reflect.get(row, column)) : valuesOf(row, [column, ...more]).join('|');
  switch (table) {
    case 'visit_rows':
      return { key, fileId, row, wasInForce, ...visitOf(row) };
    case 'license_rows':
      return { key, fileId, row, wasInForce, names: namesOf(row) };
    default:
      return { key, fileId, row, wasInForce };
  }
}

function valuesOf(row: object, columns: readonly string[]): unknown[] {
  return columns.map((column): unknown => Reflect.get(row, column));
}

function visitOf(row: object) {
  return { day: String(Reflect.get(row, 'visited_on')), licenseDigits: String(Reflect.get(row, 'digits')) };
}

function namesOf(row: object): string {
  return BESIDE_KEYS.license_rows.map((column) => String(Reflect.get(row, column))).join('\n');
}

/** Runs a statement for rows, file by file, many rows at once. */
async function forRows(
  registryDb: RegistryDb,
  table: RowTable,
  rows: readonly RuledRow[],
  statement: string,
): Promise<void> {
  const columns = KEYS_IN_FILE[table];
  for (const [fileId, each] of Map.groupBy(rows, (row) => row.fileId))
    for (let start = 0; start < each.length; start += ROWS_PER_STATEMENT) {
      const places = each.slice(start, start + ROWS_PER_STATEMENT).map(({ row }) => valuesOf(row, columns));
      const place = columns.length === 1 ? '?' : `(${columns.map(() => '?').join(',')})`;
      const list = places.map(() => place).join(',');
      const condition =
        columns.length === 1 ? `${columns[0]} in (${list})` : `(${columns.join(',')}) in (values ${list})`;
      await rawQuery(registryDb, `${statement} where file_id = ? and ${condition}`, [
        fileId,
        ...places.flat(),
      ]);
    }
}

/** The rows of one call are all of its table. */
function rowsOf<Table extends RowTable>(rows: readonly object[]): Insertable<RegistrySchema[Table]>[] {
  return rows as Insertable<RegistrySchema[Table]>[];
}
