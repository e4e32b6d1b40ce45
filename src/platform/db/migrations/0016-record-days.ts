import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * The days of all records stand once for each district, so that a daily import writes no record for its days alone. A record without days of
 * its own is read as it is stored, until it is made anew.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  `alter table vendor_records add column district integer not null default -1`,
  `alter table vendor_records add column made_as_of text not null default ''`,
  `alter table vendor_records add column made_data_as_of text not null default ''`,
  `create table record_days (
    district integer primary key,
    as_of text not null,
    data_as_of text not null,
    reaches_to text not null
  )`,
  'create table statistics_counts (id integer primary key, counts text not null)',
];
