import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** Score and tier in columns, so that a list of many vendors needs no parsing of whole records. */
export async function up(registryDb: RegistryDb): Promise<void> {
  await sql`alter table vendor_records add column service_score double precision`.execute(registryDb);
  await sql`alter table vendor_records add column risk_tier text not null default 'unknown'`.execute(
    registryDb,
  );
}
