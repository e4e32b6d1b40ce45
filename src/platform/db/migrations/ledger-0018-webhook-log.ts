import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Indexes a webhook's log, which is read page by page, newest first. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`create index webhook_deliveries_log on webhook_deliveries (endpoint_id, created_at, message_id)`.execute(
    ledgerDb,
  );
}
