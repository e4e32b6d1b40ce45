import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * Watches vendors with a spot until the event is over: stores the last state seen, each change, and the
 * notice about each change.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `create table booked_watches (
    application_id text primary key references applications (id) on delete cascade,
    seen text not null, version integer not null, seen_at text not null)`,
  `create table booked_changes (
    id text primary key, application_id text not null references applications (id) on delete cascade,
    position integer not null, changed_at text not null, day text not null, grave integer not null,
    verdict_from text not null, verdict_to text not null, changes text not null, reasons text not null,
    told_at text, unique (application_id, position))`,
  'create index booked_changes_untold on booked_changes (application_id) where told_at is null',
  `create table booked_digests (
    account_id text not null references accounts (id) on delete cascade, day text not null, queued_at text not null,
    primary key (account_id, day))`,
];
