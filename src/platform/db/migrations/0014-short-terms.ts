import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** How many vendors have each term of one or two letters. Dropped again by 0020. */
export async function up(registryDb: RegistryDb): Promise<void> {
  await sql`create table short_terms (term text primary key, vendors integer not null)`.execute(registryDb);
}
