import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { LedgerTable } from './exported-table.ts';
import { EXPORTED } from './exported-tables.ts';

/** Reads a person's rows. All table and column names here come from `exported-tables.ts`. */

/** A person, identified by an account, an email address, or both. */
export interface Person {
  readonly accountId: string | undefined;
  /** Always lower case. */
  readonly email: string;
}

const ROWS_AT_ONCE = 200;
/** Columns that hold a row's creation time. Rows are exported oldest first. */
const TIMES = ['created_at', 'submitted_at', 'at', 'changed_at', 'added_at', 'made_at', 'queued_at'];

/** A table with files, whose bytes are added to the ZIP next to the document. */
interface FileTable {
  readonly folder: string;
  /** The column that identifies the row and its file. */
  readonly id: string;
}

export const FILES: Readonly<Partial<Record<LedgerTable, FileTable>>> = {
  application_document_contents: { folder: 'documents', id: 'document_id' },
  claim_documents: { folder: 'claims', id: 'claim_id' },
};

/** Returns the SQL condition for the rows of a table that belong to the person. */
export function isOf(table: LedgerTable, person: Person): RawBuilder<SqlBool> {
  const { byAccount = [], byEmail = [], through } = EXPORTED[table] ?? {};
  const { accountId, email } = person;
  const conditions = [
    ...(accountId === undefined
      ? []
      : byAccount.map((each) => sql`${sql.ref(`${table}.${each}`)} = ${accountId}`)),
    ...byEmail.map((each) => sql`${sql.ref(`${table}.${each}`)} = ${email}`),
    ...(through
      ? [
          sql`${sql.ref(`${table}.${through.column}`)} in (select id from ${sql.table(through.of)} where ${isOf(through.of, person)})`,
        ]
      : []),
  ];
  return conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

export async function countOf(ledgerDb: LedgerDb, table: LedgerTable, person: Person): Promise<number> {
  const { rows } = await sql<{ rows: number | string }>`
    select count(*) as rows from ${sql.table(table)} where ${isOf(table, person)}`.execute(ledgerDb);
  return Number(rows[0]?.rows ?? 0);
}

/** Yields the person's rows with their exported columns. Reads a few hundred rows at a time. */
export async function* readRows(
  ledgerDb: LedgerDb,
  table: LedgerTable,
  person: Person,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const columns = EXPORTED[table]?.columns ?? [];
  const time = TIMES.find((each) => columns.includes(each));
  const read = sql.join(columns.map((each) => sql.ref(each)));
  const order = sql.join([...(time ? [time] : []), ...columns].map((each) => sql.ref(each)));
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${read} from ${sql.table(table)} where ${isOf(table, person)}
      order by ${order} limit ${ROWS_AT_ONCE} offset ${offset}`.execute(ledgerDb);
    yield* await withEventNames(ledgerDb, rows);
    // SQLite responds synchronously, so give other requests a turn between two pages.
    await setImmediate();
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/**
 * Adds the event's name to rows that refer to an event or an application by id. Runs at most two statements.
 */
async function withEventNames(
  ledgerDb: LedgerDb,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const idsIn = (column: string) => [
    ...new Set(rows.flatMap(({ [column]: id }) => (typeof id === 'string' ? [id] : []))),
  ];
  const events = idsIn('event_id');
  const applications = idsIn('application_id');
  const found = [
    ...(events.length === 0
      ? []
      : await ledgerDb.selectFrom('events').select(['id', 'name']).where('id', 'in', events).execute()),
    ...(applications.length === 0
      ? []
      : await ledgerDb
          .selectFrom('applications')
          .innerJoin('events', 'events.id', 'applications.event_id')
          .select(['applications.id', 'events.name'])
          .where('applications.id', 'in', applications)
          .execute()),
  ];
  if (found.length === 0) return rows;
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const name = names.get(String(row.event_id ?? row.application_id));
    return name === undefined ? row : { event_name: name, ...row };
  });
}

/** Lists the ids of a table's files. Read each file separately with {@link readFile}. */
export async function listFiles(ledgerDb: LedgerDb, table: LedgerTable, person: Person): Promise<string[]> {
  const id = sql.ref(FILES[table]?.id ?? '');
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${sql.table(table)} where ${isOf(table, person)} order by 1`.execute(ledgerDb);
  return rows.map((row) => row.id);
}

/** Returns the file's bytes, or undefined if it was deleted. */
export async function readFile(
  ledgerDb: LedgerDb,
  table: LedgerTable,
  id: string,
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ content: Uint8Array }>`
    select content from ${sql.table(table)} where ${sql.ref(FILES[table]?.id ?? '')} = ${id}`.execute(
    ledgerDb,
  );
  return rows[0]?.content;
}
