import type { Insertable, Kysely } from 'kysely';
import { rawQuery } from './raw-query.ts';

export const ROWS_PER_STATEMENT = 256;

/**
 * Inserts rows or overwrites those whose key exists, up to 256 rows in one statement, with SQL that both engines accept and
 * keep prepared. All rows must have the same columns. Kysely's builder would cost more than the insert.
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
 * The same for an import, which writes thousands of times: statements come in a few sizes alone. A prepared one keeps its last
 * values, so one for each number of rows would fill the memory.
 */
export async function upsertManyRows<Schema, Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  keys: readonly string[],
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
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
  const updates = columns
    .filter((column) => !keys.includes(column))
    .map((column) => `${column}=excluded.${column}`);
  const action = updates.length > 0 ? `do update set ${updates.join(',')}` : 'do nothing';
  return `insert into ${table} (${columns.join(',')}) values ${values} on conflict (${keys.join(',')}) ${action}`;
}
