import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * Reasons for decisions against a verdict, an event's contact, the order of the waitlist, and bulk actions,
 * which can be undone until their emails are sent.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `alter table application_history add column kind text not null default 'status'`,
  `alter table application_history add column reason text not null default ''`,
  'alter table application_history add column against_verdict text',
  'alter table application_history add column against_policy text',
  'create index application_history_reasons on application_history (application_id) where against_verdict is not null',
  `alter table events add column organizer_name text not null default ''`,
  `alter table events add column organizer_email text not null default ''`,
  `alter table events add column notice text not null default 'daily'`,
  'alter table events add column notice_on text',
  'alter table events add column waitlist_moves integer not null default 0',
  'alter table events add column spot_freed integer not null default 0',
  'create index events_spot_freed on events (id) where spot_freed = 1',
  'alter table applications add column waitlisted_at text',
  'alter table applications add column notice_due integer not null default 0',
  'create index applications_notice_due on applications (event_id) where notice_due = 1',
  `update applications set waitlisted_at = (
    select max(changed_at) from application_history
    where application_history.application_id = applications.id and application_history.status = 'waitlisted')
    where status = 'waitlisted'`,
  'alter table mails add column reply_to text',
  `create table bulk_actions (
    id text primary key, event_id text not null references events (id) on delete cascade,
    action text not null, made_at text not null, undone_at text)`,
  'create index bulk_actions_event on bulk_actions (event_id, made_at)',
  `create table bulk_action_items (
    action_id text not null references bulk_actions (id) on delete cascade,
    application_id text not null references applications (id) on delete cascade,
    from_status text not null, to_status text not null, from_waitlisted_at text, mail_id text,
    primary key (action_id, application_id))`,
  'create index bulk_action_items_application on bulk_action_items (application_id)',
];
