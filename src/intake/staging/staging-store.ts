import type { DatabaseSync } from 'node:sqlite';
import { packParts, unpackPart } from '../../platform/db/row-parts.ts';
import { createSqliteFile, iterateRows, prepareInsert } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { IN_FORCE_VIEWS } from './in-force-store.ts';
import { ROW_TABLES, type RowTable } from './staged-rows.ts';

/**
 * Defines the tables with the rows of all counted files. Columns have the names of the parsed fields, and
 * `file` is the file's id in the file log.
 */

/** The facts about a file that determine which rows are in force. */
interface FileRow {
  readonly id: number;
  readonly kind: string;
  readonly slot: string;
  readonly district: number;
  readonly fileDate: string | null;
  /**
   * From the first to the last day, this file replaces all rows from older files in its slot. Both days are
   * null for a file that replaces only the rows that it lists again.
   */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** True if every refused row is known, so that any other row missing from this file was removed. */
  readonly isPlain: boolean;
}

/** The columns of the `files` table. `place` is the file's position when the files are sorted by age. */
const FILE = [
  'id',
  'kind',
  'slot',
  'district',
  'fileDate',
  'firstDay',
  'lastDay',
  'isPlain',
] as const satisfies readonly (keyof FileRow)[];

const TABLES = Object.entries(ROW_TABLES);

const SCHEMA = [
  // The key needs the same declared type as the `file` column of the row tables, because SQLite does not
  // match keys of different types.
  `create table files (id integer primary key, ${FILE.slice(1).join(', ')}, place integer not null default 0)`,
  'create index files_of_slot on files (slot, place)',
  'create table refused (file integer, visitId, digits)',
  'create index refused_of_file on refused (file)',
  'create table packed (fileId, isWhole, part, rows, bytes, primary key (fileId, isWhole, part))',
  ...TABLES.map(([table, { columns }]) => `create table ${table} (file integer, ${columns.join(', ')})`),
  ...IN_FORCE_VIEWS,
].join(';\n');

/** Indexes by file, and by the columns that identify the same thing in every file. */
const INDEXES = [
  ...TABLES.flatMap(([table, { key }]) => [
    `create unique index ${table}_of_file on ${table} (file, ${key.join(', ')})`,
    `create index ${table}_by_key on ${table} (${key.join(', ')})`,
  ]),
  'create index visits_of_license on visits (licenseType, digits, visitId)',
].join(';\n');

/**
 * Creates an empty database for rows. Everything happens in one transaction that is never committed, because
 * the file is deleted after use.
 */
export function createTables(file: string): DatabaseSync {
  const staging = createSqliteFile(file, SCHEMA);
  staging.exec('begin');
  return staging;
}

/**
 * Creates the indexes after most rows are inserted. Rows added later may repeat a key: the last one counts.
 */
export function createIndexes(staging: DatabaseSync): void {
  staging.exec(INDEXES);
}

export function insertFile(
  staging: DatabaseSync,
  file: FileRow,
  refused: { readonly visitIds: Iterable<number>; readonly licenses: Iterable<string> },
): void {
  prepareInsert<FileRow>(staging, 'files', FILE)(file);
  const insert = staging.prepare('insert into refused (file, visitId, digits) values (?, ?, ?)');
  for (const visitId of refused.visitIds) insert.run(file.id, visitId, null);
  for (const digits of refused.licenses) insert.run(file.id, null, digits);
}

/** Stores each file's position in the order of age. */
export function orderFiles(staging: DatabaseSync, oldestFirst: readonly number[]): void {
  const update = staging.prepare('update files set place = ? where id = ?');
  for (const [place, id] of oldestFirst.entries()) update.run(place, id);
}

/** Inserts a file's parsed rows. */
export function insertRows(
  staging: DatabaseSync,
  table: RowTable,
  fileId: number,
  rows: readonly object[],
): void {
  const columns: readonly string[] = ROW_TABLES[table].columns;
  const insert = prepareRows(staging, table, fileId, columns);
  for (const row of rows) insert(columns.map((column) => Reflect.get(row, column)));
}

/** Inserts one part of a file's packed rows. A column that this version does not know is ignored. */
export function insertPart(staging: DatabaseSync, table: RowTable, fileId: number, bytes: Uint8Array): void {
  const { columns, rows } = unpackPart(bytes);
  const known: readonly string[] = ROW_TABLES[table].columns;
  const places = columns.flatMap((column, place) => (known.includes(column) ? place : []));
  const insert = prepareRows(
    staging,
    table,
    fileId,
    columns.filter((column) => known.includes(column)),
  );
  for (const row of rows) insert(places.map((place) => row[place]));
}

function prepareRows(
  staging: DatabaseSync,
  table: RowTable,
  fileId: number,
  columns: readonly string[],
): (values: readonly unknown[]) => void {
  const places = columns.map(() => '?').join(', ');
  const insert = staging.prepare(
    `insert or replace into ${table} (file, ${columns.join(', ')}) values (${fileId}, ${places})`,
  );
  return (values) => {
    insert.run(...values.map(toParameter));
  };
}

function toParameter(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError('a column of a row holds a text, a number or nothing');
}

/** Deletes the rows of a file. */
export function deleteRows(staging: DatabaseSync, table: RowTable, fileId: number): void {
  staging.prepare(`delete from ${table} where file = ?`).run(fileId);
}

/**
 * Deletes a file's entry, refused rows and packed rows. Its current rows are deleted by {@link deleteRows}.
 */
export function deleteFile(staging: DatabaseSync, fileId: number): void {
  staging.prepare('delete from refused where file = ?').run(fileId);
  staging.prepare('delete from packed where fileId = ?').run(fileId);
  staging.prepare('delete from files where id = ?').run(fileId);
}

/**
 * One part of a file's packed rows. `isWhole` is 1 if the parts contain all rows of the file, and 0 if they
 * leave out rows that newer files replaced.
 */
export interface PackedPart {
  readonly fileId: number;
  readonly isWhole: number;
  readonly part: number;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/**
 * Packs a file's current rows in their original order. The packed rows are stored in this database, because
 * all rows of a first import would not fit in memory.
 */
export function packRowsOfFile(
  staging: DatabaseSync,
  table: RowTable,
  fileId: number,
  isWhole: number,
): number {
  const { columns } = ROW_TABLES[table];
  const select = staging.prepare(`select ${columns.join(', ')} from ${table} where file = ? order by rowid`);
  select.setReturnArrays(true);
  staging.prepare('delete from packed where fileId = ? and isWhole = ?').run(fileId, isWhole);
  const insert = staging.prepare(
    'insert into packed (fileId, isWhole, part, rows, bytes) values (?, ?, ?, ?, ?)',
  );
  let part = 0;
  let count = 0;
  for (const { rows, bytes } of packParts(columns, asLists(select.iterate(fileId)))) {
    insert.run(fileId, isWhole, part, rows, bytes);
    part += 1;
    count += rows;
  }
  return count;
}

/** Reads the packed rows, one part at a time. */
export function readPacked(staging: DatabaseSync): Iterable<PackedPart> {
  return iterateRows<PackedPart>(
    staging,
    'select fileId, isWhole, part, rows, bytes from packed order by fileId, isWhole, part',
  );
}

/** Node's types describe rows as objects even for a statement that returns arrays. */
function asLists(rows: Iterable<unknown>): Iterable<readonly unknown[]> {
  return rows as Iterable<readonly unknown[]>;
}

/** Counts each file's current rows. */
export function countRowsByFile(staging: DatabaseSync): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const table of Object.keys(ROW_TABLES)) {
    const rows = staging.prepare(`select file, count(*) as rows from ${table} group by file`).all();
    for (const { file, rows: count } of rows) counts.set(Number(file), Number(count));
  }
  return counts;
}
