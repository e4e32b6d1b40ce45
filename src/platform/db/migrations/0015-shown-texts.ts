import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** The hash of what identity, search and badge show. What is stored without it is not compared until it is made anew. */
export async function up(registryDb: RegistryDb): Promise<void> {
  await sql`alter table vendor_records add column shown_sha256 text not null default ''`.execute(registryDb);
}
