import { type Kysely, sql } from 'kysely';
import { readRing } from '../../decisions/receipts/key-file-service.ts';
import { verifyDrawnReceipts } from '../../decisions/receipts/verify-drawn-service.ts';
import { countNoun } from '../../lib/text/text.ts';
import type { LedgerDb, OpenLedger } from '../../platform/db/database.ts';
import { isLedgerCurrent, migrateLedger } from '../../platform/db/migrate.ts';
import { openSqlite } from '../../platform/db/sqlite/sqlite.ts';
import { hasTables } from './lost-ledger.ts';

interface CopiedLedger {
  /** The number of rows in each table, in the order in which the tables were copied. */
  readonly counts: Readonly<Record<string, number>>;
  /** The number of receipts chosen at random from the copy, all of which verified. */
  readonly receiptsVerified: number;
}

interface CopyOptions {
  readonly from: OpenLedger;
  readonly to: OpenLedger;
  /** The file of receipt keys; undefined if there is none, and therefore no receipts. */
  readonly keysFile: string | undefined;
  readonly onTable?: (name: string, rows: number) => void | Promise<void>;
}

/**
 * The number of rows per insert; fewer if rows contain documents of several megabytes or have many columns.
 */
const BATCH = 500;
const BATCH_OF_DOCUMENTS = 4;
const VALUES_MAX = 30_000;
const RECEIPTS_DRAWN = 10;
/** The change feed's table, whose first row already exists in a new ledger. */
const FEED = 'change_publications';

/**
 * Copies every row of a ledger into an empty one of either engine, in one transaction. Compares the counts of
 * every table and verifies receipts before it commits. Throws an error with an explanation if the target has
 * rows, the source has another version, or the source changed during the copy. No rows are then added to the
 * target.
 */
export async function copyLedger({ from, to, keysFile, onTable }: CopyOptions): Promise<CopiedLedger> {
  if (!(await hasTables(from))) throw new Error('There is no ledger to copy. Nothing was changed.');
  if (!(await isLedgerCurrent(from)))
    throw new Error('The ledger is of another version. Start this version once, stop it, and copy then.');
  const tables = await listLedgerTables();
  await refuseRows(to, tables);
  await migrateLedger(to);
  return to.longWorkDb.transaction().execute(async (tx) => {
    await tx.deleteFrom(FEED).execute();
    const counts = await from.engine.inSnapshot(from.longWorkDb, (snapshot) =>
      copyTables(snapshot, tx, { tables, onTable }),
    );
    for (const { name } of tables) {
      const copied = await countOf(tx, name);
      const source = await countOf(from.longWorkDb, name);
      if (copied !== counts[name] || source !== copied)
        throw new Error(
          `${name} has ${countNoun(source, 'row')} and the copy ${copied}: the ledger was written to meanwhile. ` +
            'Stop the service and repeat it. Nothing was kept.',
        );
    }
    return { counts, receiptsVerified: await verify(tx, keysFile) };
  });
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly hasDocuments: boolean;
}

/**
 * Tables that are not copied. Snapshot parts exist only with PostgreSQL, and the next publication stores them
 * again.
 */
const LEFT_OUT = /^(?:ledger_migration(?:_lock)?|snapshot_parts)$/;

/**
 * Lists the tables of a ledger of this version, each after the tables that its rows refer to. An empty SQLite
 * ledger provides the list for both engines.
 */
async function listLedgerTables(): Promise<Table[]> {
  const ledger = openSqlite<Record<string, never>>(':memory:');
  try {
    await migrateLedger(ledger as never);
    const names = (await ledger.db.introspection.getTables()).map(({ name }) => name);
    const described = await Promise.all(
      names.filter((name) => !LEFT_OUT.test(name)).map((name) => describe(ledger.db, name)),
    );
    return inOrder(described);
  } finally {
    await ledger.close();
  }
}

async function describe(db: Kysely<Record<string, never>>, name: string) {
  const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`
    select name, type, pk from pragma_table_info(${name})`.execute(db);
  const { rows: refers } = await sql<{ table: string }>`
    select distinct "table" from pragma_foreign_key_list(${name})`.execute(db);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: key.map((column) => column.name),
    hasDocuments: columns.some(({ type }) => type.toLowerCase() === 'blob'),
    refers: refers.map(({ table }) => table),
  };
}

function inOrder<Each extends { readonly name: string; readonly refers: readonly string[] }>(
  tables: readonly Each[],
): Each[] {
  const done = new Set<Each>();
  while (done.size < tables.length) {
    const waiting = new Set(tables.filter((each) => !done.has(each)).map(({ name }) => name));
    const next = tables.filter(
      (each) => waiting.has(each.name) && !each.refers.some((name) => waiting.has(name)),
    );
    if (next.length === 0) throw new Error(`The tables ${[...waiting].join(', ')} refer to each other.`);
    for (const each of next) done.add(each);
  }
  return [...done];
}

async function refuseRows(to: OpenLedger, tables: readonly Table[]): Promise<void> {
  if (!(await hasTables(to))) return;
  const present = new Set((await to.db.introspection.getTables()).map(({ name }) => name));
  for (const { name } of tables)
    if (present.has(name) && name !== FEED && (await countOf(to.longWorkDb, name)) > 0)
      throw new Error(`The target has a ledger with rows already (${name}). Nothing was changed.`);
}

async function copyTables(
  from: LedgerDb,
  to: LedgerDb,
  { tables, onTable }: { readonly tables: readonly Table[]; readonly onTable: CopyOptions['onTable'] },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    let copied = 0;
    for await (const rows of readBatches(from, table)) {
      await insert(to, table, rows);
      copied += rows.length;
    }
    counts[table.name] = copied;
    await onTable?.(table.name, copied);
  }
  return counts;
}

type Row = Readonly<Record<string, unknown>>;

/** Reads a table in key order, in batches. */
async function* readBatches(
  db: LedgerDb,
  { name, columns, key, hasDocuments }: Table,
): AsyncGenerator<Row[]> {
  const most = hasDocuments ? BATCH_OF_DOCUMENTS : Math.min(BATCH, Math.floor(VALUES_MAX / columns.length));
  const keys = listOf(key);
  let last: Row | undefined;
  do {
    const after: Row | undefined = last;
    const behind = after ? sql`where (${keys}) > (${sql.join(key.map((column) => after[column]))})` : sql``;
    const query = sql<Row>`select ${listOf(columns)} from ${sql.table(name)} ${behind} order by ${keys} limit ${most}`;
    const { rows } = await query.execute(db);
    last = rows.length === most ? rows.at(-1) : undefined;
    if (rows.length > 0) yield rows;
  } while (last);
}

async function insert(db: LedgerDb, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => toStored(row[column])))})`);
  await sql`insert into ${sql.table(name)} (${listOf(columns)}) values ${sql.join(values)}`.execute(db);
}

/** Converts a value for storage: PostgreSQL's client accepts bytes only as a buffer. */
function toStored(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function listOf(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

async function countOf(db: LedgerDb, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.n);
}

/** Throws unless randomly chosen receipts from the copy verify with the keys. */
async function verify(db: LedgerDb, keysFile: string | undefined): Promise<number> {
  if (keysFile === undefined) {
    if ((await countOf(db, 'receipts')) === 0) return 0;
    throw new Error('The ledger has receipts, and their keys are not there. Nothing was kept.');
  }
  const { drawn, refused, keysMissing } = await verifyDrawnReceipts(db, readRing(keysFile), RECEIPTS_DRAWN);
  if (refused.length > 0 || keysMissing.length > 0)
    throw new Error('Receipts of the copy do not verify with the receipt keys. Nothing was kept.');
  return drawn;
}
