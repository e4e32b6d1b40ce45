import { sql } from 'kysely';
import type { RegistryDb, RegistryEngine } from '../database.ts';

/** The regulator's records as read, and the vendor records published from them. */
export async function up(registryDb: RegistryDb, engine: RegistryEngine): Promise<void> {
  for (const table of TABLES) await sql.raw(identityColumn(table, engine)).execute(registryDb);
  for (const index of INDEXES) await sql.raw(index).execute(registryDb);
}

/** The one word that the engines spell differently here. */
function identityColumn(statement: string, engine: RegistryEngine): string {
  const type =
    engine.name === 'sqlite' ? 'integer primary key' : 'integer generated always as identity primary key';
  return statement.replace('{identity}', type);
}

const TABLES = [
  `create table published_state (
    id integer primary key check (id = 1), version integer not null, as_of text not null,
    data_as_of text not null, published_at text not null, fictional integer not null,
    score_version text not null, record_format integer not null, statistics text not null)`,
  `create table import_runs (
    id {identity}, started_at text not null, finished_at text not null, as_of text not null,
    outcome text not null, summary text not null)`,
  `create table import_files (
    id {identity}, run_id integer not null references import_runs (id), name text not null, kind text not null,
    slot text not null, sha256 text not null, bytes bigint not null, district integer, file_date text,
    published_at text, rows_read integer not null, rows_kept integer not null, rows_other integer not null,
    rows_refused integer not null, refusals text not null, warnings text not null, outcome text not null,
    reason text, read_at text not null, checked_at text not null)`,
  `create table refused_rows (
    import_file_id integer not null references import_files (id), line integer not null,
    reason text not null, content text not null, primary key (import_file_id, line))`,
  `create table source_files (
    name text primary key, url text not null, etag text, last_modified text, sha256 text,
    checked_at text not null, outcome text not null, reason text)`,
  `create table licenses (
    file_district integer not null, license_type text not null, digits text not null, rank text not null,
    business_name text not null, licensee_name text not null, city text not null, zip text not null,
    county_code text not null, primary_status text not null, secondary_status text not null, expires_on text,
    last_inspected_on text, risk_level text not null, file_id integer not null references import_files (id),
    primary key (file_district, license_type, digits))`,
  `create table license_applications (
    kind text not null, application_number text not null, license_type text not null, digits text not null,
    approved_on text not null, file_id integer not null references import_files (id),
    primary key (kind, application_number, license_type, digits))`,
  `create table visits (
    visit_id bigint primary key, license_type text not null, digits text not null, license_id bigint not null,
    case_id bigint not null, visit_number integer not null, visited_on text not null,
    inspection_type text not null, disposition text not null, total integer not null,
    high_priority integer not null, intermediate integer not null, basic integer not null, pda text not null,
    categories text not null, business_name text not null, city text not null, zip text not null,
    county_code text not null, district integer not null,
    file_id integer not null references import_files (id))`,
  `create table closures (
    digits text not null, closed_on text not null, business_name text not null, conditions text not null,
    reopened_on text, file_id integer not null references import_files (id), primary key (digits, closed_on))`,
  `create table vendors (
    position integer primary key, id text not null unique, license_type text not null, digits text not null,
    search_name text not null, search_aka text not null, search_city text not null, search_text text not null,
    on_file integer not null, unique (digits, license_type))`,
  `create table vendor_records (
    vendor_id text primary key references vendors (id) on delete cascade,
    identity text not null, summary text not null, scorecard text not null, standing text not null, facts text not null, sha256 text not null)`,
  `create table leases (name text primary key, holder text not null, expires_at text not null)`,
];

const INDEXES = [
  'create index import_files_slot on import_files (slot, id)',
  'create index import_files_sha256 on import_files (sha256)',
  'create index visits_license on visits (license_type, digits)',
  'create index vendors_by_name on vendors (on_file desc, search_name, id)',
  'create index vendors_by_city on vendors (search_city, on_file desc, search_name, id)',
];
