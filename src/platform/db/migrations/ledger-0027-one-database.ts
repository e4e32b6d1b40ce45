import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine } from '../database.ts';
import { importOldRegistry } from '../import-old-registry.ts';

/**
 * The log of files, the packed rows of the files, the publications with their changes, and the leases. These
 * used to be in a separate database, the registry, whose content is moved here.
 */
export async function up(ledgerDb: LedgerDb, engine: LedgerEngine): Promise<void> {
  const createTables = async () => {
    const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
    for (const statement of [...TABLES, ...INDEXES])
      await sql.raw(statement.replace('{bytes}', bytes)).execute(ledgerDb);
  };
  if (await importOldRegistry(ledgerDb, engine, { tables: TABLE_NAMES, createTables })) return;
  await createTables();
  // The first row of the change feed represents all earlier publications, and its mark identifies this
  // database.
  const mark = randomBytes(6).toString('hex');
  await sql`insert into change_publications (last_number, version, mark, as_of, data_as_of, published_at)
    values (0, 0, ${mark}, '', '', '')`.execute(ledgerDb);
}

/** Each table comes after the tables that its rows refer to. */
const TABLES = [
  `create table import_runs (
    id integer primary key, started_at text not null, finished_at text not null, as_of text not null,
    outcome text not null, summary text not null)`,
  `create table import_files (
    id integer primary key, run_id integer not null references import_runs (id), name text not null, kind text not null,
    slot text not null, sha256 text not null, bytes bigint not null, district integer, file_date text,
    published_at text, rows_read integer not null, rows_kept integer not null, rows_other integer not null,
    rows_refused integer not null, refusals text not null, warnings text not null, outcome text not null,
    reason text, read_at text not null, checked_at text not null, first_day text, last_day text,
    rows_stored integer not null default 0, replaced_at text, accepted_by text, accepted_because text,
    withdrawn_at text, withdrawn_by text, withdrawn_because text, withdrawn_run_id integer,
    findings text not null default '[]')`,
  `create table refused_rows (
    import_file_id integer not null references import_files (id), line integer not null,
    reason text not null, content text not null, primary key (import_file_id, line))`,
  `create table held_changes (
    slot text not null, row_key text not null, fact text not null, since text not null, primary key (slot, row_key))`,
  `create table file_rows (
    file_id integer not null, is_whole integer not null, part integer not null, rows integer not null,
    bytes {bytes} not null, primary key (file_id, is_whole, part))`,
  `create table source_files (
    name text primary key, url text not null, etag text, last_modified text, sha256 text,
    checked_at text not null, outcome text not null, reason text, kind text, district integer, period text,
    misses integer not null default 0)`,
  `create table published_state (
    id integer primary key check (id = 1), version integer not null, as_of text not null,
    as_of_chosen integer not null default 0, fictional integer not null, record_format integer not null,
    made_by text not null default '', snapshot text not null default '', snapshot_sha256 text not null default '')`,
  `create table snapshot_parts (
    version integer not null, snapshot text not null, part integer not null, bytes {bytes} not null,
    primary key (snapshot, part))`,
  `create table change_publications (
    last_number integer primary key, version integer not null unique, mark text not null, as_of text not null,
    data_as_of text not null, published_at text not null)`,
  `create table record_changes (
    number integer primary key, version integer not null, vendor_id text not null, license_key text not null,
    license_number text not null, name text not null, changes text not null)`,
  'create table leases (name text primary key, holder text not null, expires_at text not null)',
];
const TABLE_NAMES = TABLES.map((statement) => statement.split(' ')[2] ?? '');

const INDEXES = [
  'create index import_files_slot on import_files (slot, id)',
  'create index import_files_sha256 on import_files (sha256)',
  'create index record_changes_by_license on record_changes (license_key, number)',
];
