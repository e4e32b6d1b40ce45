import type { Kysely } from 'kysely';
import { rawQuery } from '../raw-query.ts';

/**
 * Rows in the text format of PostgreSQL's COPY, passed as the only parameter of a `copy … from stdin`
 * statement.
 */
export class CopyData {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Transaction = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>;

/** The target and the rows of an upsert. All rows have the same columns. */
interface WrittenRows {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly object[];
}

/**
 * Inserts rows, or overwrites rows whose key already exists, through COPY into a temporary table that is
 * dropped at the end of the transaction. Without a transaction, the statements would go to different
 * connections.
 */
export async function copyRows(tx: Transaction, { table, keys, columns, rows }: WrittenRows): Promise<void> {
  const staged = `staged_${table}`;
  const names = columns.join(',');
  const copied = await openStaged(tx, table, staged);
  await rawQuery(tx, `copy ${staged} (${names}) from stdin`, [new CopyData(toCopyText(columns, rows))]);
  // Truncating a table created in the same transaction frees its pages immediately.
  const insert = `insert into ${table} (${names}) select ${names} from ${staged} ${conflictAction(keys, columns)}`;
  await rawQuery(tx, `${insert}; truncate ${staged}`, []);
  copied.rows += rows.length;
  if (copied.analyzedFrom === undefined || copied.rows < copied.analyzedFrom) return;
  await rawQuery(tx, `analyze ${table}`, []);
  copied.analyzedFrom *= ANALYZED_AGAIN_AT;
}

/** The progress of a transaction's copying into one table. */
interface Copied {
  rows: number;
  /** The row count at which the table is analyzed next; undefined if it already has statistics. */
  analyzedFrom: number | undefined;
}

/** The temporary tables of each transaction. */
const made = new WeakMap<object, Map<string, Copied>>();
/**
 * PostgreSQL has no statistics for uncommitted rows. Without statistics, it expects each key in a list to
 * match half a percent of the table, and scans the whole table to find a few keys.
 */
const ANALYZED_FROM = 1_000;
const ANALYZED_AGAIN_AT = 16;

async function openStaged(tx: Transaction, table: string, staged: string): Promise<Copied> {
  const ofTransaction = made.get(tx) ?? new Map<string, Copied>();
  made.set(tx, ofTransaction);
  const known = ofTransaction.get(staged);
  if (known) return known;
  // The same transaction may be represented by more than one object.
  await rawQuery(tx, `create temp table if not exists ${staged} (like ${table}) on commit drop`, []);
  // The row count in pg_class cannot be used: unlike the statistics, it is not reset when a transaction that
  // analyzed the table is rolled back.
  const text = `select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    join pg_stats on schemaname = nspname and tablename = relname where pg_class.oid = cast(? as regclass) limit 1`;
  const isKnown = (await rawQuery<object>(tx, text, [table])).length > 0;
  const copied: Copied = { rows: 0, analyzedFrom: isKnown ? undefined : ANALYZED_FROM };
  ofTransaction.set(staged, copied);
  return copied;
}

/** Returns the SQL clause that applies to a row whose key already exists. */
export function conflictAction(keys: readonly string[], columns: readonly string[]): string {
  const updates = columns
    .filter((column) => !keys.includes(column))
    .map((column) => `${column}=excluded.${column}`);
  const action = updates.length > 0 ? `do update set ${updates.join(',')}` : 'do nothing';
  return `on conflict (${keys.join(',')}) ${action}`;
}

/** Formats each row as a line with a tab between values. */
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
