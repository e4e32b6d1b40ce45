import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** What a daily import needs to leave a record as it is but for its days. What is stored without it is made anew once. */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  `alter table vendor_records add column changes_on text not null default ''`,
  `alter table vendor_records add column counted text not null default ''`,
  // Behind the bodies of a record, so that finding the few of a day would read all bodies.
  'create index vendor_records_by_change on vendor_records (changes_on)',
  `alter table published_state add column made_by text not null default ''`,
  `alter table published_state add column made_on text not null default ''`,
];
