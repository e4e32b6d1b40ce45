/** Fills every table in a ledger with rows generated from the table's columns. */
import { type Kysely, sql } from 'kysely';
import { createReceiptService, openReceiptKeys } from '../../src/decisions/receipts/service.ts';
import type { LedgerDb, OpenLedger } from '../../src/platform/db/database.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openSqlite } from '../../src/platform/db/sqlite/sqlite.ts';
import { sampleClaims } from './receipt-samples.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

interface Filled {
  readonly name: string;
  readonly columns: readonly Column[];
  /**
   * For each foreign-key column, the column it references. Referenced rows are numbered like the rows of this
   * table.
   */
  readonly refers: ReadonlyMap<string, { readonly table: string; readonly column: string }>;
}

/** Text that a database engine or client might alter. */
const TEXT = "ñ “quoted” 'it''s' \"x\"\t\\N\r\n 😀";

/**
 * Fills every table with `count` rows, except for the single-row table. Receipts are genuine, and their keys
 * are stored in `dataDir`. Returns the table names.
 */
export async function fillLedger(ledger: OpenLedger, count: number, dataDir: string): Promise<string[]> {
  await migrateLedger(ledger);
  await ledger.db.deleteFrom('change_publications').execute();
  const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: new Date(0) });
  const service = createReceiptService(ledger, keys, 'https://compliance.example');
  const tables = await describeTables();
  for (let from = 0; from < count; from += 100) {
    const numbers = Array.from({ length: Math.min(100, count - from) }, (_, index) => from + index);
    await service.issueAll(
      numbers.map((number) => {
        const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...claims } = sampleClaims(number);
        return claims;
      }),
      new Date(0),
    );
    await ledger.longWorkDb.transaction().execute(async (tx) => {
      for (const table of tables)
        if (table.name !== 'receipts') await insertRows(tx, table, numbersOf(table, numbers));
    });
  }
  return tables.map(({ name }) => name);
}

/** Reads every row of a table in a fixed order, with binary values as hexadecimal text. */
export async function readRows(db: LedgerDb, table: string): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  const plain = (value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, value]) => [name, plain(value)])
          .sort(),
      ),
    )
    .sort();
}

/** Returns the numbers of the rows to insert into a table. The single-row table gets only row 1. */
function numbersOf({ name }: Filled, numbers: readonly number[]): readonly number[] {
  return name === 'published_state' ? numbers.filter((number) => number === 1) : numbers;
}

async function insertRows(db: LedgerDb, table: Filled, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const names = table.columns.map(({ name }) => sql.ref(name));
  const rows = numbers.map(
    (number) => sql`(${sql.join(table.columns.map((column) => makeValue(table, column, number)))})`,
  );
  await sql`insert into ${sql.table(table.name)} (${sql.join(names)}) values ${sql.join(rows)}`.execute(db);
}

function makeValue({ name: table, refers }: Filled, column: Column, number: number): unknown {
  const parent = refers.get(column.name);
  if (parent) {
    const [first] = [...refers].find(([, { table: other }]) => other === parent.table) ?? [];
    // Two columns of one row that reference the same table must hold different values.
    const referred = first === column.name ? number : Number(number === 0);
    if (column.type.toLowerCase() === 'integer') return referred;
    return `${parent.table}.${parent.column} ${referred} ${TEXT}`;
  }
  if (column.notnull === 0 && column.pk === 0 && number % 2 === 1) return null;
  switch (column.type.toLowerCase()) {
    case 'integer':
      return number;
    case 'bigint':
      return 9_007_199_254_740_000 + (number % 900);
    case 'blob':
      return Buffer.from([number % 256, 0, 255, 10, 92]);
    default:
      return `${table}.${column.name} ${number} ${TEXT}`;
  }
}

async function describeTables(): Promise<Filled[]> {
  const empty = openSqlite<Record<string, never>>(':memory:');
  await migrateLedger(empty as never);
  const names = (await empty.db.introspection.getTables()).map(({ name }) => name);
  const tables = await Promise.all(
    names.filter((name) => !name.startsWith('ledger_migration')).map((name) => describe(empty.db, name)),
  );
  await empty.close();
  const done: Filled[] = [];
  while (done.length < tables.length) {
    const has = (name: string) => done.some((each) => each.name === name);
    const next = tables.find(
      ({ name, refers }) => !has(name) && [...refers.values()].every(({ table }) => has(table)),
    );
    if (!next) throw new Error('Tables refer to each other.');
    done.push(next);
  }
  return done;
}

async function describe(db: Kysely<Record<string, never>>, name: string): Promise<Filled> {
  const { rows: columns } = await sql<Column>`
    select name, type, "notnull", pk from pragma_table_info(${name})`.execute(db);
  const { rows: keys } = await sql<{ own: string; table: string; to: string | null }>`
    select "from" as own, "table", "to" from pragma_foreign_key_list(${name})`.execute(db);
  return {
    name,
    columns,
    refers: new Map(keys.map(({ own, table, to }) => [own, { table, column: to ?? 'id' }])),
  };
}
