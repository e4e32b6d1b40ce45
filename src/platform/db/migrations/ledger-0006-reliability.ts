import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * An application's license holder, the notice of its outcome, and the vendor's objection to the outcome.
 * Earlier outcomes are kept but ignored until they are recorded again, because vendors were never notified of
 * them.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table applications add column holder_account_id text',
  'alter table applications add column outcome_told_at text',
  'alter table applications add column outcome_changes integer not null default 0',
  'create index applications_holder on applications (holder_account_id) where holder_account_id is not null',
  `create table outcome_contests (
    id text primary key, application_id text not null references applications (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    license_type text not null, license_digits text not null, outcome text not null, text text not null,
    answer text not null, state text not null, note text not null, due_on text not null,
    created_at text not null, updated_at text not null)`,
  'create unique index outcome_contests_one on outcome_contests (application_id, outcome)',
  'create index outcome_contests_account on outcome_contests (account_id)',
  `create index outcome_contests_open on outcome_contests (due_on) where state = 'open'`,
  // These applications were confirmed through a link that was emailed to an account, after that account had
  // verified that it owned the license.
  `update applications set holder_account_id = (
    select claims.account_id from claims
    inner join accounts on accounts.id = claims.account_id
    inner join application_history on application_history.application_id = applications.id
    where claims.license_type = applications.license_type and claims.license_digits = applications.license_digits
      and claims.state = 'verified' and accounts.email = applications.contact_email
      and application_history.status = 'confirmed' and application_history.changed_by = 'applicant'
      and claims.updated_at <= application_history.changed_at
    order by claims.id limit 1)`,
];
