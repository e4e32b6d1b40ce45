import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Finds the applications that were sent with an address. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`create index applications_email on applications (contact_email)`.execute(ledgerDb);
}
