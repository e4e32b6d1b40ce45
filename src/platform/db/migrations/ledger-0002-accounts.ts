import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * Accounts, API keys, events, applications and email. The first four tables have the authentication library's
 * columns, under names of our own, as text and whole numbers on both engines.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of [...TABLES, ...INDEXES]) await sql.raw(statement).execute(ledgerDb);
}

const TABLES = [
  `create table accounts (
    id text primary key, name text not null, email text not null unique, email_verified integer not null,
    image text, created_at text not null, updated_at text not null)`,
  `create table sessions (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    token text not null unique, expires_at text not null, ip_address text, user_agent text,
    created_at text not null, updated_at text not null)`,
  `create table credentials (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    provider_account_id text not null, provider_id text not null, access_token text, refresh_token text,
    id_token text, access_token_expires_at text, refresh_token_expires_at text, scope text, password text,
    created_at text not null, updated_at text not null)`,
  `create table verifications (
    id text primary key, identifier text not null, value text not null, expires_at text not null,
    created_at text not null, updated_at text not null)`,
  `create table api_keys (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    name text not null, secret_sha256 text not null, created_at text not null, last_used_at text,
    revoked_at text)`,
  `create table events (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    name text not null, description text not null, event_type text not null, status text not null,
    starts_at text not null, ends_at text not null, timezone text not null, venue_name text not null,
    address text not null, city text not null, city_folded text not null, county text not null,
    applications_open_at text, applications_close_at text, capacity integer, deposit_cents integer,
    questions text not null, spots_taken integer not null, applications_received integer not null,
    created_at text not null, updated_at text not null,
    check (spots_taken >= 0), check (applications_received >= 0))`,
  `create table applications (
    id text primary key, event_id text not null references events (id) on delete cascade,
    status text not null, submitted_at text not null, updated_at text not null,
    license_number text not null, license_digits text not null, license_type text,
    business_name text not null, contact_name text not null, contact_email text not null,
    contact_phone text not null, custom_responses text not null, deposit_status text not null,
    outcome text, outcome_recorded_at text, link_sha256 text not null unique)`,
  `create table application_history (
    application_id text not null references applications (id) on delete cascade, position integer not null,
    changed_at text not null, changed_by text not null, status text not null, message text not null,
    primary key (application_id, position))`,
  `create table application_decisions (
    jti text primary key, application_id text not null references applications (id) on delete cascade,
    decided_at text not null, decision text not null)`,
  `create table mails (
    id text primary key, recipient text not null, subject text not null, body text not null,
    created_at text not null, next_attempt_at text, attempts integer not null, sent_at text,
    claimed_until text, last_error text)`,
];

const INDEXES = [
  'create index sessions_account on sessions (account_id)',
  'create index credentials_account on credentials (account_id)',
  'create index verifications_identifier on verifications (identifier)',
  'create index api_keys_account on api_keys (account_id)',
  'create index events_account on events (account_id, starts_at, id)',
  'create index events_public on events (status, starts_at, id)',
  'create index applications_event on applications (event_id, submitted_at, id)',
  'create index applications_license on applications (license_digits)',
  // Only one open application per vendor, event and contact, so that submitting a form twice creates only
  // one.
  `create unique index applications_open on applications (event_id, license_digits, contact_email)
    where status not in ('declined', 'withdrawn', 'cancelled')`,
  'create index application_decisions_application on application_decisions (application_id, decided_at)',
  'create index mails_waiting on mails (next_attempt_at)',
];
