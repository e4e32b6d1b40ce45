import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** The organizer's to-do list: new documents, and changes to a vendor's record since the decision. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table applications add column documents_news_at text',
  'create index applications_documents_news on applications (event_id) where documents_news_at is not null',
  'alter table booked_changes add column settled_at text',
  // As in an application's history, there is no foreign key, because a decision must not wait for the
  // deletion of an account.
  'alter table booked_changes add column settled_by text',
  'alter table booked_changes add column settled_how text',
  // Until now, the only way to resolve a change was to file a later decision.
  `update booked_changes set settled_how = 'filed', settled_at = (
    select max(filed.decided_at) from application_decisions as filed
    where filed.application_id = booked_changes.application_id)
  where changed_at <= (
    select max(filed.decided_at) from application_decisions as filed
    where filed.application_id = booked_changes.application_id)`,
  'create index booked_changes_unsettled on booked_changes (application_id) where settled_at is null',
];
