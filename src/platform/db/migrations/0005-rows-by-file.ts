import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * Every row knows its file, and the rows of older files stay beside the newest, so that a file can be withdrawn. Views
 * under the old names show the rows in force. What is stored comes into force as it is.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of [...FILE_COLUMNS, ...ROW_TABLES.flatMap(rebuild), ...COVERED_DAYS, ...INDEXES])
    await sql.raw(statement).execute(registryDb);
}

const FILE_COLUMNS = [
  'first_day text',
  'last_day text',
  'rows_stored integer not null default 0',
  'accepted_by text',
  'accepted_because text',
  'withdrawn_at text',
  'withdrawn_by text',
  'withdrawn_because text',
  'withdrawn_run_id integer',
].map((column) => `alter table import_files add column ${column}`);

interface RowTable {
  readonly view: string;
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
}

const ROW_TABLES: readonly RowTable[] = [
  {
    view: 'visits',
    table: 'visit_rows',
    key: 'visit_id',
    columns: [
      'visit_id bigint',
      'license_type text',
      'digits text',
      'license_id bigint',
      'case_id bigint',
      'visit_number integer',
      'visited_on text',
      'inspection_type text',
      'disposition text',
      'total integer',
      'high_priority integer',
      'intermediate integer',
      'basic integer',
      'pda text',
      'categories text',
      'business_name text',
      'city text',
      'zip text',
      'county_code text',
      'district integer',
    ],
  },
  {
    view: 'licenses',
    table: 'license_rows',
    key: 'file_district, license_type, digits',
    columns: [
      'file_district integer',
      'license_type text',
      'digits text',
      'rank text',
      'business_name text',
      'licensee_name text',
      'city text',
      'zip text',
      'county_code text',
      'primary_status text',
      'secondary_status text',
      'expires_on text null',
      'last_inspected_on text null',
      'risk_level text',
      'mailing_address text',
      'phone text',
    ],
  },
  {
    view: 'license_applications',
    table: 'application_rows',
    key: 'kind, application_number, license_type, digits',
    columns: ['kind text', 'application_number text', 'license_type text', 'digits text', 'approved_on text'],
  },
  {
    view: 'closures',
    table: 'closure_rows',
    key: 'digits, closed_on',
    columns: [
      'digits text',
      'closed_on text',
      'business_name text',
      'conditions text',
      'reopened_on text null',
    ],
  },
  {
    view: 'observations',
    table: 'observation_rows',
    key: 'visit_id, position',
    columns: [
      'visit_id bigint',
      'position integer',
      'code text',
      'category integer',
      'tier text',
      'text text',
      'flags text',
    ],
  },
];

function rebuild({ view, table, key, columns }: RowTable): string[] {
  const names = [...columns.map((column) => column.split(' ')[0]), 'file_id'].join(', ');
  const types = columns
    .map((column) => (column.endsWith(' null') ? column : `${column} not null`))
    .join(', ');
  return [
    `create table ${table} (${types}, file_id integer not null references import_files (id),
      in_force integer not null, primary key (${key}, file_id))`,
    `insert into ${table} (${names}, in_force) select ${names}, 1 from ${view}`,
    `drop table ${view}`,
    `create view ${view} as select ${names} from ${table} where in_force = 1`,
  ];
}

/** What a file covered was not stored: its own rows tell the least of it. */
const COVERED_DAYS = [
  `update import_files set first_day = found.first_day, last_day = found.last_day,
    rows_stored = case when found.stored = import_files.rows_kept then 1 else 0 end
    from (select file_id, min(visited_on) as first_day, max(visited_on) as last_day, count(*) as stored
      from visit_rows group by file_id) as found
    where found.file_id = import_files.id`,
];

/** The index on visits went with its table. */
const INDEXES = ['create index visits_license on visit_rows (license_type, digits) where in_force = 1'];
