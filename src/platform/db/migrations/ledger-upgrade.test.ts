import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { testUpgrade } from '../../../../test/support/upgrades.ts';
import type { LedgerDb, OpenLedger } from '../database.ts';

/** The ledger cannot be rebuilt, so a migration must preserve every value in every table. */

type Row = Readonly<Record<string, unknown>>;
interface Column {
  readonly name: string;
  readonly kind: 'text' | 'bytes' | 'number';
}

const FILES = readdirSync(import.meta.dirname)
  .filter((name) => /^ledger-\d{4}-.*(?<!\.test)\.ts$/.test(name))
  .sort();
/** The columns that a migration drops or replaces. All others must be kept. */
const DROPPED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'ledger-0023-hashed-sessions.ts': {
    accounts: ['image'],
    sessions: ['token', 'ip_address'],
    credentials: [
      'id',
      'provider_account_id',
      'provider_id',
      'access_token',
      'refresh_token',
      'id_token',
      'access_token_expires_at',
      'refresh_token_expires_at',
      'scope',
    ],
    verifications: ['id', 'updated_at'],
  },
};
/** Tables that a migration gives another name. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ledger-0032-follows.ts': { closure_follows: 'follows' },
};
/** The first migration before which every table gets rows. Earlier versions were never in use. */
const FIRST_UPGRADE = 6;

testUpgrade('each upgrade of the ledger keeps every row of every table', async (database) => {
  const { db, engine }: OpenLedger = database;
  for (const [index, file] of FILES.entries()) {
    if (index >= FIRST_UPGRADE) await addRows(db, engine.name);
    const before = await readAll(db, engine.name);
    const { up } = await import(`./${file}`);
    await up(db, engine);
    assertKept(before, await readAll(db, engine.name), file);
  }
  const tables = await readAll(db, engine.name);
  assert.ok(tables.size >= 25, `${tables.size} tables`);
  // The tables that the last migration created can also be written and read.
  await addRows(db, engine.name);
  for (const [name, rows] of await readAll(db, engine.name)) assert.ok(rows.length > 0, name);
});

function assertKept(
  before: ReadonlyMap<string, readonly Row[]>,
  after: ReadonlyMap<string, readonly Row[]>,
  file: string,
) {
  for (const [table, rows] of before) {
    const now = after.get(RENAMED[file]?.[table] ?? table);
    assert.ok(now, `${file} keeps the table ${table}`);
    const dropped = DROPPED[file]?.[table] ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !dropped.includes(name));
    const pick = (row: Row) => Object.fromEntries(columns.map((name) => [name, row[name]]));
    assert.deepEqual(sorted(now.map(pick)), sorted(rows.map(pick)), `${file} keeps the rows of ${table}`);
  }
}

function sorted(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}

/**
 * Adds a row to every table, with a value in every column. All text columns get the same UUID, so that the
 * rows refer to rows in other tables. If a referenced row is still missing, the table is filled later.
 */
async function addRows(db: LedgerDb, engine: string): Promise<void> {
  const id = randomUUID();
  const ids = { id, before: lastId };
  lastId = id;
  number += 1;
  let waiting = await readTables(db, engine);
  let problem: unknown;
  while (waiting.length > 0) {
    const left: typeof waiting = [];
    for (const table of waiting)
      try {
        await insert(db, table, ids);
      } catch (error) {
        problem = error;
        left.push(table);
      }
    if (left.length === waiting.length)
      throw new Error(`no row for ${left.map(({ name }) => name).join(', ')}`, { cause: problem });
    waiting = left;
  }
}

let number = 1;
let lastId = '';

async function insert(
  db: LedgerDb,
  { name, columns }: Table,
  { id, before }: { readonly id: string; readonly before: string },
): Promise<void> {
  // An account cannot be a member of its own team.
  const textOf = (column: string) => (column === 'member_id' ? before : id);
  const values = columns.map((column) => {
    if (column.kind === 'bytes') return Buffer.from(id);
    if (name === 'published_state' && column.name === 'id') return 1;
    return column.kind === 'text' ? textOf(column.name) : number;
  });
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  // This table has only one row, which may already exist.
  const conflict = name === 'published_state' ? sql`on conflict do nothing` : sql``;
  await sql`insert into ${sql.table(name)} (${names}) values (${sql.join(values)}) ${conflict}`.execute(db);
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

async function readTables(db: LedgerDb, engine: string): Promise<Table[]> {
  const { rows } =
    engine === 'postgres'
      ? await sql<{ table: string; name: string; type: string }>`
          select table_name as "table", column_name as name, data_type as type from information_schema.columns
          where table_schema = current_schema() and is_generated = 'NEVER' and identity_generation is null
          order by 1, ordinal_position`.execute(db)
      : await sql<{ table: string; name: string; type: string }>`
          select m.name as "table", c.name, c.type from sqlite_master m join pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite_%' order by 1, c.cid`.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return [...tables].map(([name, columns]) => ({
    name,
    columns: columns.map((column) => ({ name: column.name, kind: kindOf(column.type) })),
  }));
}

function kindOf(type: string): Column['kind'] {
  if (/text|char/i.test(type)) return 'text';
  return /blob|bytea/i.test(type) ? 'bytes' : 'number';
}

async function readAll(db: LedgerDb, engine: string): Promise<Map<string, readonly Row[]>> {
  const all = new Map<string, readonly Row[]>();
  for (const { name } of await readTables(db, engine)) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db);
    all.set(name, rows);
  }
  return all;
}
