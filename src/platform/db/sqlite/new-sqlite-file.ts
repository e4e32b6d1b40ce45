import { renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rowMaker } from '../../../lib/row-maker.ts';
import { flush } from '../../files/flush.ts';
import { makeForOwner } from '../../files/owner-only.ts';

/** Creates SQLite files that are written once, and read only after they are complete. */

const CACHE_KB = 32_000;

/**
 * Opens a new owner-only database. It has no journal and does not wait for the disk, so it is unusable if the
 * process ends before {@link putInPlace}.
 */
export function createSqliteFile(file: string, schema: string): DatabaseSync {
  makeForOwner(file);
  const sqlite = new DatabaseSync(file);
  sqlite.exec(
    `pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -${CACHE_KB}`,
  );
  sqlite.exec(schema);
  return sqlite;
}

/** Moves a complete and closed file to its final name. After that, the file survives a power failure. */
export function putInPlace(file: string, target: string): void {
  flush(file);
  renameSync(file, target);
  flush(path.dirname(target));
}

type Parameter = string | number | null;

/**
 * Yields the rows of a statement one at a time, so that memory use does not depend on the number of rows.
 * `Row` must have the columns of the statement.
 */
export function* iterateRows<Row extends object>(
  sqlite: DatabaseSync,
  statement: string,
  ...parameters: readonly Parameter[]
): Generator<Row> {
  const prepared = sqlite.prepare(statement);
  prepared.setReturnArrays(true);
  const toRow = rowMaker(prepared.columns().map(({ name }) => name));
  for (const values of prepared.iterate(...parameters)) yield asRow<Row>(toRow(listValues(values)));
}

/** TypeScript does not know a statement's columns, so the caller states them. */
function asRow<Row>(row: object): Row {
  return row as Row;
}

/** Node's types describe rows as objects, even for a statement that returns arrays. */
function listValues(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [];
}

/**
 * Returns a function that inserts an object as a row. `shared` has the columns whose value is the same in all
 * rows.
 */
export function prepareInsert<Row extends object>(
  sqlite: DatabaseSync,
  table: string,
  columns: readonly (keyof Row & string)[],
  shared: Readonly<Record<string, number>> = {},
): (row: Row) => void {
  const names = [...Object.keys(shared), ...columns].join(', ');
  const values = [...Object.values(shared), ...columns.map(() => '?')].join(', ');
  const insert = sqlite.prepare(`insert into ${table} (${names}) values (${values})`);
  return (row) => {
    insert.run(...columns.map((column) => toParameter(row[column])));
  };
}

function toParameter(value: unknown): Parameter {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  if (typeof value === 'boolean') return Number(value);
  throw new TypeError('a column holds a text, a number, a yes or no, or nothing');
}
