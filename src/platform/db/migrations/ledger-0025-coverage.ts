import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** The details that an organizer reads on a certificate of insurance, besides the expiration date. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table application_documents add column each_occurrence integer',
  'alter table application_documents add column additional_insured integer',
  `alter table application_documents add column certificate_holder text not null default ''`,
];
