import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Lets a webhook be limited to some types of events. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`alter table webhook_endpoints add column types text`.execute(ledgerDb);
}
