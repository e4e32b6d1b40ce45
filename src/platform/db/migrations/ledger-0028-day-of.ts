import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * Instructions for paying a deposit, the kind of license, the organizer's notes for the day of the event, and
 * invitations to apply.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `alter table events add column deposit_how text not null default ''`,
  `alter table events add column deposit_link text not null default ''`,
  `alter table applications add column license_kind text not null default ''`,
  `create table event_day_notes (
    application_id text primary key references applications (id) on delete cascade,
    spot text not null, load_in text not null, checked_in_at text)`,
  `create table event_invitations (
    token_sha256 text primary key, event_id text not null references events (id) on delete cascade,
    vendor_id text not null, email_sha256 text not null, invited_at text not null)`,
  'create unique index event_invitations_vendor on event_invitations (event_id, vendor_id)',
  'create unique index event_invitations_email on event_invitations (event_id, email_sha256)',
  'create table invitation_stops (email_sha256 text primary key, stopped_at text not null)',
];
