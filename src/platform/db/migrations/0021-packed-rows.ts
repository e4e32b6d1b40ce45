import { sql } from 'kysely';
import { camelCase } from '../../../lib/text/camel-case.ts';
import type { RegistryDb, RegistryEngine } from '../database.ts';
import { rawQuery } from '../raw-query.ts';
import { packParts } from '../row-parts.ts';

/**
 * The rows of each file are packed from now on. Which of them count is decided anew for each publication, so the tables of single rows go.
 * A file of which replaced rows were dropped has only what newer files did not say.
 */
export async function up(registryDb: RegistryDb, engine: RegistryEngine): Promise<void> {
  const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of STATEMENTS) await sql.raw(statement.replace('{bytes}', bytes)).execute(registryDb);
  // A run numbers its files itself, before it writes anything.
  if (engine.name === 'postgres')
    for (const table of ['import_runs', 'import_files'])
      await sql.raw(`alter table ${table} alter column id drop identity`).execute(registryDb);
  for (const table of TABLES) await packTable(registryDb, table);
  for (const { view } of TABLES) await sql.raw(`drop view ${view}`).execute(registryDb);
  for (const { name } of TABLES) await sql.raw(`drop table ${name}`).execute(registryDb);
}

const STATEMENTS = [
  `create table file_rows (
    file_id integer not null, is_whole integer not null, part integer not null, rows integer not null,
    bytes {bytes} not null, primary key (file_id, is_whole, part))`,
  'alter table import_files add column replaced_at text',
  `update import_files set replaced_at = checked_at
   where rows_stored = 0 and outcome in ('published', 'set_aside')`,
];

interface Table {
  readonly name: string;
  readonly view: string;
  /** Names a row within its file. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

const LICENSE_COLUMNS =
  'license_type digits rank business_name licensee_name city zip county_code primary_status secondary_status expires_on last_inspected_on risk_level mailing_address phone former_names';
const VISIT_COLUMNS =
  'visit_id license_type digits license_id case_id visit_number visited_on inspection_type disposition total high_priority intermediate basic pda categories business_name city zip county_code district';
const TABLES: readonly Table[] = [
  {
    name: 'license_rows',
    view: 'licenses',
    key: ['license_type', 'digits'],
    columns: LICENSE_COLUMNS.split(' '),
  },
  { name: 'visit_rows', view: 'visits', key: ['visit_id'], columns: VISIT_COLUMNS.split(' ') },
  {
    name: 'observation_rows',
    view: 'observations',
    key: ['visit_id', 'position'],
    columns: 'visit_id position code category tier text flags'.split(' '),
  },
  {
    name: 'closure_rows',
    view: 'closures',
    key: ['digits', 'closed_on'],
    columns: 'digits closed_on business_name conditions reopened_on'.split(' '),
  },
  {
    name: 'application_rows',
    view: 'license_applications',
    key: ['kind', 'application_number', 'license_type', 'digits'],
    columns: 'kind application_number license_type digits approved_on'.split(' '),
  },
  {
    name: 'final_order_rows',
    view: 'final_orders',
    key: ['license_type', 'digits', 'case_number', 'ordered_on'],
    columns: 'license_type digits case_number ordered_on violation_on violations fine_cents'.split(' '),
  },
];
/** PostgreSQL gives large numbers as text. */
const NUMBERS = new Set(['visit_id', 'license_id', 'case_id', 'fine_cents']);
const ROWS_AT_ONCE = 5_000;

async function packTable(registryDb: RegistryDb, table: Table): Promise<void> {
  const files = await rawQuery<{ id: number; whole: number }>(
    registryDb,
    `select id, rows_stored as whole from import_files where id in (select file_id from ${table.name}) order by id`,
    [],
  );
  const columns = table.columns.map(camelCase);
  for (const { id, whole } of files) {
    let part = 0;
    for await (const rows of readPages(registryDb, table, id))
      for (const { rows: count, bytes } of packParts(columns, rows)) {
        await rawQuery(
          registryDb,
          'insert into file_rows (file_id, is_whole, part, rows, bytes) values (?, ?, ?, ?, ?)',
          [id, whole, part, count, bytes],
        );
        part += 1;
      }
  }
}

async function* readPages(
  registryDb: RegistryDb,
  { name, key, columns }: Table,
  fileId: number,
): AsyncGenerator<unknown[][]> {
  const keys = key.join(', ');
  let last: object | undefined;
  for (;;) {
    const behind = last === undefined ? '' : ` and (${keys}) > (${key.map(() => '?').join(', ')})`;
    const page = await rawQuery<object>(
      registryDb,
      `select ${columns.join(', ')} from ${name} where file_id = ?${behind} order by ${keys} limit ${ROWS_AT_ONCE}`,
      [fileId, ...(last === undefined ? [] : valuesOf(last, key))],
    );
    if (page.length > 0) yield page.map((row) => valuesOf(row, columns));
    last = page.at(-1);
    if (!last || page.length < ROWS_AT_ONCE) return;
  }
}

function valuesOf(row: object, columns: readonly string[]): unknown[] {
  return columns.map((column): unknown => {
    const value: unknown = Reflect.get(row, column);
    return NUMBERS.has(column) && value !== null ? Number(value) : value;
  });
}
