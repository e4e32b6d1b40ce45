import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** A webhook may be told of some types of events only. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`alter table webhook_endpoints add column types text`.execute(ledgerDb);
}
