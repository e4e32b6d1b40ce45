import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** What an action on many applications needs to take outcomes back, and why it left some as they were. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table bulk_action_items add column skipped text',
  'alter table bulk_action_items add column from_outcome text',
  'alter table bulk_action_items add column from_recorded_at text',
  'alter table bulk_action_items add column from_told_at text',
  // Until now each application that an action changed got a mail; why the others were left was not kept.
  `update bulk_action_items set skipped = '' where mail_id is null`,
];
