import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * The food that an applicant serves, and the date on which the organizer was reminded to send the vendor
 * list.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table events add column roster_reminded_at text',
  `alter table applications add column food_kind text not null default ''`,
  `alter table applications add column food text not null default ''`,
];
