import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** The members, invitations and log of a team, and the member who made each decision on an application. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `create table team_members (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    member_id text not null references accounts (id) on delete cascade, role text not null, joined_at text not null,
    unique (account_id, member_id), check (account_id <> member_id))`,
  'create index team_members_member on team_members (member_id, account_id)',
  `create table team_invitations (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    email text not null, role text not null, token_sha256 text not null unique, created_at text not null,
    expires_at text not null, unique (account_id, email))`,
  `create table team_log (
    id text primary key, account_id text not null references accounts (id) on delete cascade, at text not null,
    actor_id text not null, action text not null, subject text not null,
    role text not null)`,
  'create index team_log_account on team_log (account_id, at, id)',
  // There is no foreign key, because a decision holds its event's lock and must not wait for the deletion of
  // an account.
  'alter table application_history add column actor_id text',
];
