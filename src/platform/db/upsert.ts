import { type Insertable, type Kysely, PostgresAdapter } from 'kysely';
import { conflictAction, copyRows } from './postgres/copy-rows.ts';
import { rawQuery } from './raw-query.ts';

export const ROWS_PER_STATEMENT = 256;

/**
 * Inserts rows, or overwrites rows whose key already exists, with up to 256 rows per statement. Both engines
 * accept the SQL and can cache it as a prepared statement. All rows must have the same columns. Building the
 * statements with Kysely would cost more than running them.
 */
export async function upsertRows<Schema, Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  keys: readonly string[],
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  await upsertInParts(db, { table, keys, rows }, (left) => Math.min(ROWS_PER_STATEMENT, left));
}

/**
 * With at least this many rows, COPY's three statements cost less than one statement with all values as
 * parameters.
 */
const COPIED_ROWS_MIN = 32;

/**
 * Does the same as {@link upsertRows}, for imports, which write thousands of times. A prepared statement
 * keeps its last values in memory, so only a few row counts have a statement. If a transaction writes many
 * rows to PostgreSQL, they are sent through COPY.
 */
export async function upsertManyRows<Schema, Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  keys: readonly string[],
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  if (
    rows.length >= COPIED_ROWS_MIN &&
    db.isTransaction &&
    db.getExecutor().adapter instanceof PostgresAdapter
  )
    return copyRows(db, { table, keys, columns: Object.keys(rows[0] ?? {}), rows });
  await upsertInParts(db, { table, keys, rows }, largestPowerOfTwo);
}

async function upsertInParts<Schema, Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  {
    table,
    keys,
    rows,
  }: {
    readonly table: Table;
    readonly keys: readonly string[];
    readonly rows: readonly Insertable<Schema[Table]>[];
  },
  sizeOf: (left: number) => number,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  let end = 0;
  for (let start = 0; start < rows.length; start = end) {
    end = start + sizeOf(rows.length - start);
    const parameters: unknown[] = [];
    for (const row of rows.slice(start, end))
      for (const column of columns) parameters.push(Reflect.get(row, column));
    await rawQuery(db, statementText(table, keys, columns, end - start), parameters);
  }
}

function largestPowerOfTwo(left: number): number {
  return Math.min(ROWS_PER_STATEMENT, 2 ** Math.floor(Math.log2(left)));
}

function statementText(
  table: string,
  keys: readonly string[],
  columns: readonly string[],
  rows: number,
): string {
  const row = `(${columns.map(() => '?').join(',')})`;
  const values = Array.from({ length: rows }, () => row).join(',');
  return `insert into ${table} (${columns.join(',')}) values ${values} ${conflictAction(keys, columns)}`;
}
