import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** What a search can be narrowed to stands in columns; the publication that a new record format brings at once fills them. */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  `alter table vendor_records add column county text not null default ''`,
  `alter table vendor_records add column license_kind text not null default ''`,
  `alter table vendor_records add column grade_shown text not null default ''`,
  'create index vendor_records_by_county on vendor_records (county)',
];
