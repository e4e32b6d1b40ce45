import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** What a vendor serves, as the application says, and when an event's organizer was reminded to send the list of vendors. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table events add column roster_reminded_at text',
  `alter table applications add column food_kind text not null default ''`,
  `alter table applications add column food text not null default ''`,
];
