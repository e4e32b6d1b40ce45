import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** How many applications one e-mail address sent to an event is counted with each that comes. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`create index applications_contact on applications (event_id, contact_email)`.execute(ledgerDb);
}
