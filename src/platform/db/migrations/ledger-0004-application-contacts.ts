import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Indexes applications by event and email address, which are counted for each new application. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`create index applications_contact on applications (event_id, contact_email)`.execute(ledgerDb);
}
