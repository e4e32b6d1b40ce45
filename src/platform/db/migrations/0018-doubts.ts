import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** Stores what checks found about a file, and changes of its rows that wait for a second edition to agree. */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  `alter table import_files add column findings text not null default '[]'`,
  `create table held_changes (
    slot text not null,
    row_key text not null,
    fact text not null,
    since text not null,
    primary key (slot, row_key)
  )`,
];
