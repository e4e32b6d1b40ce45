import type { Kysely } from 'kysely';
import { rawQuery } from '../raw-query.ts';

/** Rows for PostgreSQL's COPY, in its text format: given as the one parameter of a `copy … from stdin` statement. */
export class CopyData {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Transaction = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>;

/** What an upsert writes: all rows have the same columns. */
interface WrittenRows {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly object[];
}

/**
 * Inserts rows or overwrites those whose key exists, through COPY into a temporary table, which ends with the transaction. Not for
 * use outside of one: statements would go to different connections.
 */
export async function copyRows(tx: Transaction, { table, keys, columns, rows }: WrittenRows): Promise<void> {
  const staged = `staged_${table}`;
  const names = columns.join(',');
  const copied = await openStaged(tx, table, staged);
  await rawQuery(tx, `copy ${staged} (${names}) from stdin`, [new CopyData(toCopyText(columns, rows))]);
  // Emptying a table of the same transaction frees its pages at once.
  const insert = `insert into ${table} (${names}) select ${names} from ${staged} ${conflictAction(keys, columns)}`;
  await rawQuery(tx, `${insert}; truncate ${staged}`, []);
  copied.rows += rows.length;
  if (copied.analyzedFrom === undefined || copied.rows < copied.analyzedFrom) return;
  await rawQuery(tx, `analyze ${table}`, []);
  copied.analyzedFrom *= ANALYZED_AGAIN_AT;
}

/** What a transaction copied into a table. */
interface Copied {
  rows: number;
  /** From so many rows on PostgreSQL looks at the table; undefined where it knows it from before. */
  analyzedFrom: number | undefined;
}

/** By transaction, the temporary tables that it has. */
const made = new WeakMap<object, Map<string, Copied>>();
/**
 * PostgreSQL gathers no statistics on rows that are not committed. Without them it expects each key of a list to be half a percent of the
 * table, and reads the whole table for a few keys.
 */
const ANALYZED_FROM = 1_000;
const ANALYZED_AGAIN_AT = 16;

async function openStaged(tx: Transaction, table: string, staged: string): Promise<Copied> {
  const ofTransaction = made.get(tx) ?? new Map<string, Copied>();
  made.set(tx, ofTransaction);
  const known = ofTransaction.get(staged);
  if (known) return known;
  // Another object may stand for the same transaction.
  await rawQuery(tx, `create temp table if not exists ${staged} (like ${table}) on commit drop`, []);
  // Not the number of rows in pg_class, which stays when a transaction that analyzed the table is rolled back, without its statistics.
  const text = `select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    join pg_stats on schemaname = nspname and tablename = relname where pg_class.oid = cast(? as regclass) limit 1`;
  const isKnown = (await rawQuery<object>(tx, text, [table])).length > 0;
  const copied: Copied = { rows: 0, analyzedFrom: isKnown ? undefined : ANALYZED_FROM };
  ofTransaction.set(staged, copied);
  return copied;
}

/** What an insert does with a row whose key exists. */
export function conflictAction(keys: readonly string[], columns: readonly string[]): string {
  const updates = columns
    .filter((column) => !keys.includes(column))
    .map((column) => `${column}=excluded.${column}`);
  const action = updates.length > 0 ? `do update set ${updates.join(',')}` : 'do nothing';
  return `on conflict (${keys.join(',')}) ${action}`;
}

/** A line for each row, a tab between two values. */
export function toCopyText(columns: readonly string[], rows: readonly object[]): string {
  let text = '';
  for (const row of rows) {
    for (const [index, column] of columns.entries()) {
      if (index > 0) text += '\t';
      text += toCopyValue(Reflect.get(row, column));
    }
    text += '\n';
  }
  return text;
}

function toCopyValue(value: unknown): string {
  if (typeof value === 'string') return SPECIAL.test(value) ? value.replace(EACH_SPECIAL, escaped) : value;
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return '\\N';
  throw new TypeError(`COPY writes texts and numbers, not a ${typeof value}`);
}

const SPECIAL = /[\\\t\n\r]/;
const EACH_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(character: string): string {
  return ESCAPES[character] ?? character;
}
