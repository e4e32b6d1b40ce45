import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * The data needed to undo outcomes recorded by a bulk action, and the reasons why it skipped some
 * applications.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table bulk_action_items add column skipped text',
  'alter table bulk_action_items add column from_outcome text',
  'alter table bulk_action_items add column from_recorded_at text',
  'alter table bulk_action_items add column from_told_at text',
  // Until now, every application that an action changed got an email, and the reason for skipping an
  // application was not stored.
  `update bulk_action_items set skipped = '' where mail_id is null`,
];
