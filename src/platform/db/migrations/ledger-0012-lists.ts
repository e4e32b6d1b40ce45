import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * Lists that a visitor checked, stored for a week, and the vendors that an organizer shortlists for an event.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'create table checked_lists (id text primary key, created_at text not null, forget_at text not null, body text not null)',
  'create index checked_lists_forget on checked_lists (forget_at)',
  `create table shortlisted_vendors (
    id text primary key, event_id text not null references events (id) on delete cascade,
    vendor_id text not null, typed_name text not null, typed_number text not null,
    name text not null, license_number text not null, city text not null,
    added_at text not null, added_by text not null,
    verdict text not null, decided_at text not null, event_date text not null, receipt_number text not null)`,
  'create unique index shortlisted_vendors_one on shortlisted_vendors (event_id, vendor_id)',
];
