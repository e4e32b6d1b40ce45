import type { Insertable } from 'kysely';
import type { RegistryDb } from '../../platform/db/database.ts';
import { filledUp } from '../../platform/db/fill-up.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { RegistrySchema } from '../../platform/db/schema/schema-registry.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';
import { type CountedFile, type RowOfFile, ruleOnRows } from './in-force.ts';

/** Rows by file: every table of them is written here. */

/** The columns that name a row within its file. */
export const KEYS = {
  visit_rows: ['visit_id'],
  license_rows: ['file_district', 'license_type', 'digits'],
  application_rows: ['kind', 'application_number', 'license_type', 'digits'],
  closure_rows: ['digits', 'closed_on'],
  final_order_rows: ['license_type', 'digits', 'case_number', 'ordered_on'],
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
const ROWS_PER_STATEMENT = 512;

/** Keys whose rows are ruled on at a time. */
const KEYS_AT_ONCE = 2_048;

export interface RuledRow extends RowOfFile {
  /** Its columns, those that find it within its file among them. */
  readonly row: object;
  readonly wasInForce: boolean;
}

export interface AddedRow extends RuledRow {
  /** The row itself, which is to be written. */
  readonly row: { in_force: number };
}

/** The files that count, and those of them whose replaced rows are not kept. */
export interface FilesOfRows {
  readonly files: readonly CountedFile[];
  readonly droppable: ReadonlySet<number>;
}

/**
 * Writes the rows of a file, and brings what is in force of their keys in line with the files that count. Returns the files
 * of which rows were dropped. Rows under other keys that the file replaces are left to `settleStoredRows`.
 */
export async function settleAddedRows<Table extends RowTable, Row>(
  registryDb: RegistryDb,
  table: Table,
  added: readonly Row[],
  toRow: (row: Row) => Insertable<RegistrySchema[Table]> & { in_force: number },
  files: FilesOfRows,
): Promise<Set<number>> {
  const dropped = new Set<number>();
  for (let start = 0; start < added.length; start += KEYS_AT_ONCE) {
    // Made into rows a few at a time: a second copy of a large file's rows would fill the memory.
    const some = added.slice(start, start + KEYS_AT_ONCE).map(toRow);
    const fresh = some.map((row): AddedRow => ({ ...toRuled(table, row), row }));
    const keys = new Map(some.map((row) => [keyOf(table, row), row]));
    const stored = await listRuled(registryDb, table, [...keys.values()]);
    const ruling = rule([...stored, ...fresh], files);
    const kept = fresh.filter((row) => !ruling.isDropped(row));
    for (const each of kept) if (ruling.isInForce(each)) each.row.in_force = 1;
    const written = kept.map(({ row }) => row);
    await upsertManyRows(registryDb, table, [...KEYS[table], 'file_id'], rowsOf<Table>(written));
    await bringInLine(registryDb, table, stored, ruling);
    for (const row of [...stored, ...fresh]) if (ruling.isDropped(row)) dropped.add(row.fileId);
  }
  return dropped;
}

/** Keys of which one of the files has a row, or every key at all; where a file is given, those of which that one has none. */
export interface FilesToSettle {
  readonly ids: readonly number[] | 'all';
  readonly unlistedBy?: number;
}

/** Brings what is in force in line with the files that count, for these keys. Returns the files of which rows were dropped. */
export async function settleStoredRows(
  registryDb: RegistryDb,
  table: RowTable,
  toSettle: FilesToSettle,
  files: FilesOfRows,
): Promise<Set<number>> {
  const dropped = new Set<number>();
  let keys = await listKeys(registryDb, table, toSettle, undefined);
  while (keys.length > 0) {
    const stored = await listRuled(registryDb, table, keys);
    const ruling = rule(stored, files);
    await bringInLine(registryDb, table, stored, ruling);
    for (const row of stored) if (ruling.isDropped(row)) dropped.add(row.fileId);
    keys = await listKeys(registryDb, table, toSettle, keys.at(-1));
  }
  return dropped;
}

interface RowRuling {
  readonly isInForce: (row: RuledRow) => boolean;
  readonly isDropped: (row: RuledRow) => boolean;
}

function rule(rows: readonly RuledRow[], { files, droppable }: FilesOfRows): RowRuling {
  const { isInForce, isReplaced } = ruleOnRows(rows, files);
  const isDropped = (row: RuledRow) => droppable.has(row.fileId) && isReplaced(row) && !isInForce(row);
  return { isInForce, isDropped };
}

async function bringInLine(
  registryDb: RegistryDb,
  table: RowTable,
  stored: readonly RuledRow[],
  { isInForce, isDropped }: RowRuling,
): Promise<void> {
  await forRows(registryDb, table, stored.filter(isDropped), `delete from ${table}`);
  const others = stored.filter((row) => !isDropped(row) && row.wasInForce !== isInForce(row));
  for (const inForce of [0, 1]) {
    const changed = others.filter((row) => isInForce(row) === (inForce === 1));
    await forRows(registryDb, table, changed, `update ${table} set in_force = ${inForce}`);
  }
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

/** The next keys behind one, in their order. */
async function listKeys(
  registryDb: RegistryDb,
  table: RowTable,
  { ids, unlistedBy }: FilesToSettle,
  behind: object | undefined,
): Promise<object[]> {
  const columns = KEYS_OF_RULE[table];
  const names = columns.join(', ');
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  if (ids !== 'all') {
    conditions.push(`file_id in (${ids.map(() => '?').join(', ')})`);
    parameters.push(...ids);
  }
  if (unlistedBy !== undefined) {
    const isSame = columns.map((column) => `listed.${column} = ${table}.${column}`).join(' and ');
    conditions.push(`not exists (select 1 from ${table} listed where listed.file_id = ? and ${isSame})`);
    parameters.push(unlistedBy);
  }
  if (behind) {
    conditions.push(`(${names}) > (${columns.map(() => '?').join(', ')})`);
    parameters.push(...valuesOf(behind, columns));
  }
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const text = `select distinct ${names} from ${table}${where} order by ${names} limit ${KEYS_AT_ONCE}`;
  return rawQuery<object>(registryDb, text, parameters);
}

/** The rows of these keys, of whatever file. */
async function listRuled(
  registryDb: RegistryDb,
  table: RowTable,
  keys: readonly object[],
): Promise<RuledRow[]> {
  const columns = KEYS_OF_RULE[table];
  const names = [...columns, ...besideKeys(table)];
  const distinct = table === 'observation_rows' ? 'distinct ' : '';
  const select = `select ${distinct}${[...names, 'file_id', 'in_force'].join(', ')} from ${table}`;
  const listed = filledUp(keys);
  const rows = await rawQuery<object>(
    registryDb,
    `${select} where ${oneOf(columns, listed.length)}`,
    listed.flatMap((key) => valuesOf(key, columns)),
  );
  return rows.map((row) => toRuled(table, row));
}

/** A condition: the columns have the values of one of `count` rows. */
export function oneOf(columns: readonly string[], count: number): string {
  // PostgreSQL takes a bare parameter of a list of values for text.
  const each = columns.map((column) => (column === 'file_district' ? 'cast(? as integer)' : '?'));
  const place = columns.length === 1 ? '?' : `(${each.join(',')})`;
  const list = Array.from({ length: count }, () => place).join(',');
  return columns.length === 1 ? `${columns[0]} in (${list})` : `(${columns.join(',')}) in (values ${list})`;
}

function besideKeys(table: RowTable): readonly string[] {
  return table === 'visit_rows' || table === 'license_rows' ? BESIDE_KEYS[table] : [];
}

function toRuled(table: RowTable, row: object): RuledRow {
  const fileId = Number(Reflect.get(row, 'file_id'));
  const wasInForce = Number(Reflect.get(row, 'in_force')) === 1;
  const key = keyOf(table, row);
  switch (table) {
    case 'visit_rows':
      return { key, fileId, row, wasInForce, ...visitOf(row) };
    case 'final_order_rows':
      return { key, fileId, row, wasInForce, ...orderOf(row) };
    case 'license_rows':
      return { key, fileId, row, wasInForce, names: namesOf(row) };
    default:
      return { key, fileId, row, wasInForce };
  }
}

/** Equal for rows that say the same thing; visits are known by their number alone. */
function keyOf(table: RowTable, row: object): string | number {
  const [column, ...more] = KEYS_OF_RULE[table];
  return more.length === 0 ? Number(Reflect.get(row, column)) : valuesOf(row, [column, ...more]).join('|');
}

export function valuesOf(row: object, columns: readonly string[]): unknown[] {
  return columns.map((column): unknown => Reflect.get(row, column));
}

function visitOf(row: object) {
  return { day: String(Reflect.get(row, 'visited_on')), licenseDigits: String(Reflect.get(row, 'digits')) };
}

function orderOf(row: object) {
  return { day: String(Reflect.get(row, 'ordered_on')), licenseDigits: String(Reflect.get(row, 'digits')) };
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
      const some = filledUp(each.slice(start, start + ROWS_PER_STATEMENT));
      const places = some.map(({ row }) => valuesOf(row, columns));
      await rawQuery(registryDb, `${statement} where file_id = ? and ${oneOf(columns, places.length)}`, [
        fileId,
        ...places.flat(),
      ]);
    }
}

/** The rows of one call are all of its table. */
function rowsOf<Table extends RowTable>(rows: readonly object[]): Insertable<RegistrySchema[Table]>[] {
  return rows as Insertable<RegistrySchema[Table]>[];
}
