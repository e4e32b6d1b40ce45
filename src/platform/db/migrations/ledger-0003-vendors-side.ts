import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine } from '../database.ts';

/** Operators, claims, replies, disputes, subscriptions, watched licenses, deprecation notices. */
export async function up(ledgerDb: LedgerDb, engine: LedgerEngine): Promise<void> {
  const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of [...TABLES, ...INDEXES])
    await sql.raw(statement.replace('{bytes}', bytes)).execute(ledgerDb);
}

const TABLES = [
  `create table operators (
    account_id text primary key references accounts (id) on delete cascade, granted_at text not null)`,
  `create table operator_log (
    id text primary key, at text not null, account_id text not null, action text not null,
    subject text not null, detail text not null)`,
  `create table claims (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    license_type text not null, license_digits text not null, state text not null, proof text not null,
    owner_name text not null, owner_license_id bigint, code_hash text, code_expires_at text,
    code_attempts integer not null, code_entered_at text, letter_printed_at text, note text not null,
    created_at text not null, updated_at text not null)`,
  `create table claim_documents (
    claim_id text primary key references claims (id) on delete cascade, name text not null,
    media_type text not null, content {bytes} not null, uploaded_at text not null)`,
  `create table replies (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    license_type text not null, license_digits text not null, vendor_id text not null, text text not null,
    state text not null, note text not null, reports integer not null, published_at text,
    created_at text not null, updated_at text not null)`,
  `create table disputes (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    license_type text not null, license_digits text not null, vendor_id text not null, visit_id bigint not null,
    category integer, row text not null, text text not null, told_regulator text not null, state text not null,
    open_place integer, note text not null, due_on text not null, created_at text not null,
    updated_at text not null)`,
  // There is no foreign key to the account, because after the account is deleted, its subscription must still
  // be canceled with the payment provider.
  `create table subscriptions (
    id text primary key, account_id text not null,
    license_type text not null, license_digits text not null, provider text not null,
    customer_id text not null, state text not null, period_ends_at text, grace_ends_at text,
    cancel_at_period_end integer not null, revision integer not null,
    created_at text not null, updated_at text not null)`,
  `create table payment_events (
    id text primary key, type text not null, received_at text not null)`,
  `create table watched_licenses (
    account_id text not null references accounts (id) on delete cascade, license_type text not null,
    license_digits text not null, reported text not null, reported_version integer not null,
    reported_on text, updated_at text not null, primary key (account_id, license_type, license_digits))`,
  `create table watch_mails (
    account_id text not null references accounts (id) on delete cascade, license_type text not null,
    license_digits text not null, day text not null, queued_at text not null,
    primary key (account_id, license_type, license_digits, day))`,
  `create table deprecations (
    version text primary key, announced_at text not null, sunset_on text not null,
    sunset_announced_at text not null)`,
  `create table deprecation_notices (
    version text not null, sunset_on text not null,
    account_id text not null references accounts (id) on delete cascade, queued_at text not null,
    primary key (version, sunset_on, account_id))`,
];

const INDEXES = [
  'create index claims_account on claims (account_id)',
  'create index claims_license on claims (license_type, license_digits)',
  'create index claims_queue on claims (state, created_at)',
  // A license has at most one verified owner at a time.
  `create unique index claims_verified on claims (license_type, license_digits) where state = 'verified'`,
  `create unique index claims_open on claims (account_id, license_type, license_digits)
    where state in ('pending', 'verified')`,
  'create index replies_license on replies (license_type, license_digits)',
  `create unique index replies_pending on replies (account_id, license_type, license_digits)
    where state = 'pending'`,
  `create unique index replies_published on replies (vendor_id) where state = 'published'`,
  'create index replies_queue on replies (state, created_at)',
  'create index disputes_license on disputes (license_type, license_digits)',
  `create unique index disputes_open on disputes (visit_id) where state = 'pending_review'`,
  // Open disputes are numbered, which limits how many there can be for each license.
  'create unique index disputes_places on disputes (license_type, license_digits, open_place)',
  'create index disputes_shown on disputes (state, vendor_id)',
  'create index subscriptions_account on subscriptions (account_id)',
  'create index subscriptions_license on subscriptions (license_type, license_digits)',
  'create index subscriptions_state on subscriptions (state, id)',
  // The same monitoring cannot be paid for twice.
  `create unique index subscriptions_live on subscriptions (account_id, license_type, license_digits)
    where state in ('active', 'past_due')`,
  'create index operator_log_at on operator_log (at)',
];
