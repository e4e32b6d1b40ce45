import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { LedgerDatabase } from '../../src/platform/db/database.ts';

/**
 * Turns a ledger with the current schema into one from before the registry was merged into it, and creates
 * that registry with rows in its tables. On SQLite, the registry is a separate file; on PostgreSQL, its
 * tables are next to the ledger tables.
 */
export async function makeRegistry(ledger: LedgerDatabase, dataDir: string): Promise<void> {
  await undoMigrations(ledger);
  await runInRegistry(ledger, dataDir, registryStatements(ledger.engine.name));
}

/** Undoes the migration that moves the registry into the ledger, as well as all later migrations. */
export async function undoMigrations({ db }: LedgerDatabase): Promise<void> {
  await sql`delete from ledger_migration where name >= ${MIGRATION}`.execute(db);
  for (const statement of LATER_UNDONE) await sql.raw(statement).execute(db);
  for (const table of TAKEN_TABLES.toReversed())
    await sql`drop table if exists ${sql.ref(table)}`.execute(db);
}

/** Runs statements in the database that holds the registry. */
export async function runInRegistry(
  { db, engine }: LedgerDatabase,
  dataDir: string,
  statements: string,
): Promise<void> {
  if (engine.name === 'postgres') return void (await sql.raw(statements).execute(db));
  const registry = new DatabaseSync(path.join(dataDir, 'registry.sqlite'));
  registry.exec('pragma journal_mode = wal');
  registry.exec(statements);
  registry.close();
}

/** The name of the migration that moves the registry into the ledger. */
const MIGRATION = '0027-one-database';
/** Statements that undo the later migrations, newest first. */
const LATER_UNDONE = [
  'drop table expiry_reminder_settings',
  'drop table expiry_reminders',
  'drop table follows',
  'alter table mails drop column unsubscribe',
  'drop index applications_email',
  'drop table log_cosignatures',
  'drop table log_records',
  'drop table invitation_stops',
  'drop table event_invitations',
  'drop table event_day_notes',
  'alter table applications drop column license_kind',
  'alter table events drop column deposit_link',
  'alter table events drop column deposit_how',
];

function registryStatements(engine: 'sqlite' | 'postgres'): string {
  const isSqlite = engine === 'sqlite';
  return [...TABLES, ...ROWS]
    .join(';\n')
    .replaceAll('{bytes}', isSqlite ? 'blob' : 'bytea')
    .replace(/\{([\da-f]+)\}/g, (_, hex: string) => (isSqlite ? `x'${hex}'` : `'\\x${hex}'::bytea`));
}

/** Tables that exist only in the registry. */
export const REGISTRY_ONLY = ['registry_migration', 'registry_migration_lock', 'vendors', 'vendor_records'];
/** Tables that belong to the ledger after the migration. */
export const TAKEN_TABLES = [
  'import_runs',
  'import_files',
  'refused_rows',
  'held_changes',
  'file_rows',
  'source_files',
  'published_state',
  'snapshot_parts',
  'change_publications',
  'record_changes',
  'leases',
];

const TABLES = [
  'create table registry_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  'create table registry_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
  `create table published_state (
    id integer primary key check (id = 1), version integer not null, as_of text not null, fictional integer not null,
    record_format integer not null, as_of_chosen integer not null default 0, made_by text not null default '',
    snapshot text not null default '', snapshot_sha256 text not null default '')`,
  `create table import_runs (
    id integer primary key, started_at text not null, finished_at text not null, as_of text not null,
    outcome text not null, summary text not null)`,
  `create table import_files (
    id integer primary key, run_id integer not null references import_runs (id), name text not null, kind text not null,
    slot text not null, sha256 text not null, bytes bigint not null, district integer, file_date text,
    published_at text, rows_read integer not null, rows_kept integer not null, rows_other integer not null,
    rows_refused integer not null, refusals text not null, warnings text not null, outcome text not null,
    reason text, read_at text not null, checked_at text not null, first_day text, last_day text,
    rows_stored integer not null default 0, accepted_by text, accepted_because text, withdrawn_at text,
    withdrawn_by text, withdrawn_because text, withdrawn_run_id integer, findings text not null default '[]',
    replaced_at text)`,
  `create table refused_rows (
    import_file_id integer not null references import_files (id), line integer not null,
    reason text not null, content text not null, primary key (import_file_id, line))`,
  `create table source_files (
    name text primary key, url text not null, etag text, last_modified text, sha256 text, checked_at text not null,
    outcome text not null, reason text, kind text, district integer, period text, misses integer not null default 0)`,
  `create table vendors (
    position integer primary key, id text not null unique, license_type text not null, digits text not null,
    search_name text not null, search_aka text not null, search_city text not null, search_text text not null,
    on_file integer not null, unique (digits, license_type))`,
  `create table vendor_records (
    vendor_id text primary key references vendors (id) on delete cascade, identity text not null, summary text not null,
    scorecard text not null, standing text not null, facts text not null, sha256 text not null)`,
  'create table leases (name text primary key, holder text not null, expires_at text not null)',
  'create index import_files_slot on import_files (slot, id)',
  'create index import_files_sha256 on import_files (sha256)',
  `create table change_publications (
    last_number integer primary key, version integer not null unique, mark text not null, as_of text not null,
    data_as_of text not null, published_at text not null)`,
  `create table record_changes (
    number integer primary key, version integer not null, vendor_id text not null, license_key text not null,
    license_number text not null, name text not null, changes text not null)`,
  'create index record_changes_by_license on record_changes (license_key, number)',
  `create table held_changes (
    slot text not null, row_key text not null, fact text not null, since text not null, primary key (slot, row_key))`,
  `create table snapshot_parts (
    version integer not null, snapshot text not null, part integer not null, bytes {bytes} not null,
    primary key (snapshot, part))`,
  `create table file_rows (
    file_id integer not null, is_whole integer not null, part integer not null, rows integer not null,
    bytes {bytes} not null, primary key (file_id, is_whole, part))`,
];

const FILE_COLUMNS =
  'id, run_id, name, kind, slot, sha256, bytes, district, file_date, rows_read, rows_kept, rows_other, rows_refused, refusals, warnings, outcome, reason, read_at, checked_at, first_day, last_day, rows_stored, withdrawn_at, withdrawn_by, withdrawn_because, withdrawn_run_id, replaced_at';
const ROWS = [
  `insert into registry_migration values ('0001-regulator-records', '2026-01-01'), ('0021-packed-rows', '2026-11-01')`,
  `insert into registry_migration_lock values ('migration_lock', 0)`,
  `insert into import_runs values
    (1, '2026-11-01T10:00:00Z', '2026-11-01T10:01:00Z', '2026-11-01', 'published', '{"files":1}'),
    (7, '2026-11-08T10:00:00Z', '2026-11-08T10:01:00Z', '2026-11-08', 'published', '{"note":"it''s “quoted” ñ"}')`,
  `insert into import_files (${FILE_COLUMNS}) values
    (3, 1, 'hrfood1.csv', 'licenses', 'licenses:1', 'aa', 9007199254740991, 1, '2026-10-30', 5, 4, 0, 1, '{}', '[]', 'published',
      null, '2026-11-01T10:00:00Z', '2026-11-01T10:00:00Z', null, null, 1, null, null, null, null, '2026-11-08T10:00:00Z'),
    (4, 7, 'hrfood1.csv', 'licenses', 'licenses:1', 'bb', 12, 1, '2026-11-07', 6, 6, 0, 0, '{}', '[]', 'withdrawn',
      'why', '2026-11-08T10:00:00Z', '2026-11-08T10:00:00Z', '2026-07-01', '2026-11-07', 0, '2026-11-09T10:00:00Z', 'ola', 'wrong', 7, null)`,
  `insert into refused_rows values (3, 17, 'license_number_malformed', '["MFD"]')`,
  `insert into held_changes values ('licenses:1', '2013:5890001', 'gone', '2026-11-08')`,
  `insert into file_rows values (3, 1, 0, 4, {28b52ffd00ff0a}), (3, 1, 1, 2, {00}), (3, 0, 0, 1, {ff00})`,
  `insert into source_files values
    ('hrfood1.csv', 'https://dbpr.example/hrfood1.csv', '"e"', 'Sun', 'aa', '2026-11-08T10:00:00Z', 'fetched', null, 'licenses', 1, null, 0),
    ('new.csv', 'https://dbpr.example/new.csv', null, null, null, '2026-11-08T10:00:00Z', 'missing', 'gone', 'inspections', 2, '2026', 3)`,
  `insert into published_state values (1, 12, '2026-11-08', 0, 7, 1, 'code', '12-0123456789abcdef.sqlite', 'cc')`,
  `insert into snapshot_parts values (12, '12-0123456789abcdef.sqlite', 0, {0102}), (12, '12-0123456789abcdef.sqlite', 1, {fe})`,
  `insert into change_publications values
    (40, 9, 'base', '2026-08-01', '2026-08-01', '2026-08-01T00:00:00Z'),
    (42, 12, 'last', '2026-11-08', '2026-11-08', '2026-11-08T10:01:00Z')`,
  `insert into record_changes values
    (41, 12, 'fl-2013-5890001', '2013:5890001', 'MFD5890001', 'TACO ÑANDÚ', '[]'),
    (42, 12, 'fl-2013-5890002', '2013:5890002', 'MFD5890002', 'PELICAN', '[{"field":"name"}]')`,
  `insert into leases values ('refresh', 'a process that was killed', '2026-11-08T10:30:00Z')`,
];
