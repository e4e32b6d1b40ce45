import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * The changes that publications made, for `/api/v1/changes`. The feed begins here: its first row stands for all publications
 * before, whose changes were not kept. Its mark tells this database from any other.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
  const mark = randomBytes(6).toString('hex');
  await sql`insert into change_publications (last_number, version, mark, as_of, data_as_of, published_at)
    values (0, 0, ${mark}, '', '', '')`.execute(registryDb);
}

const STATEMENTS = [
  `create table change_publications (
    last_number integer primary key, version integer not null unique, mark text not null, as_of text not null,
    data_as_of text not null, published_at text not null)`,
  `create table record_changes (
    number integer primary key, version integer not null, vendor_id text not null, license_key text not null,
    license_number text not null, name text not null, changes text not null)`,
  'create index record_changes_by_license on record_changes (license_key, number)',
];
