import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Indexes applications by the applicant's email address. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`create index applications_email on applications (contact_email)`.execute(ledgerDb);
}
