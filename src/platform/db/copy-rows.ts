import type { Kysely } from 'kysely';
import { rawQuery } from './raw-query.ts';

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
  const [staged, names] = [`staged_${table}`, columns.join(',')];
  await makeStaged(tx, table, staged);
  await rawQuery(tx, `copy ${staged} (${names}) from stdin`, [new CopyData(toCopyText(columns, rows))]);
  // Emptying a table of the same transaction frees its pages at once.
  const insert = `insert into ${table} (${names}) select ${names} from ${staged} ${conflictAction(keys, columns)}`;
  await rawQuery(tx, `${insert}; truncate ${staged}`, []);
}

/** By transaction, the temporary tables that it has. */
const made = new WeakMap<object, Set<string>>();

async function makeStaged(tx: Transaction, table: string, staged: string): Promise<void> {
  const ofTransaction = made.get(tx) ?? new Set();
  made.set(tx, ofTransaction);
  if (ofTransaction.has(staged)) return;
  // Another object may stand for the same transaction.
  await rawQuery(tx, `create temp table if not exists ${staged} (like ${table}) on commit drop`, []);
  ofTransaction.add(staged);
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
