import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Emails about the expiry dates of a vendor's license and documents, and the switch that turns them off. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `create table expiry_reminders (
    account_id text not null references accounts (id) on delete cascade, license_type text not null,
    license_digits text not null, code text not null, due_on text not null, days integer not null,
    queued_at text not null, primary key (account_id, license_type, license_digits, code, due_on, days))`,
  `create table expiry_reminder_settings (
    account_id text primary key references accounts (id) on delete cascade, is_off integer not null,
    token_sha256 text not null unique)`,
];
