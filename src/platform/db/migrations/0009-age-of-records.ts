import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * A record keeps what its age is told from when it is read; a publication keeps what its files cover, and whether an
 * operator chose its day. Until the next publication, which a new record format brings at once, nothing is known.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  `alter table published_state add column as_of_chosen integer not null default 0`,
  `alter table published_state add column covers text not null default '[]'`,
  `alter table vendor_records add column reach_to text not null default ''`,
  `alter table vendor_records add column current_until text`,
  `alter table vendor_records add column verdict text not null default ''`,
];
