import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';
import { countAllShortTerms } from '../short-terms.ts';

/** How many vendors have each term of one or two letters; those of vendors that are published already are counted here. */
export async function up(registryDb: RegistryDb): Promise<void> {
  await sql`create table short_terms (term text primary key, vendors integer not null)`.execute(registryDb);
  await countAllShortTerms(registryDb);
}
