import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** The webhook endpoints of accounts, the messages sent to them, and each delivery. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `create table webhook_endpoints (
    id text primary key, account_id text not null references accounts (id) on delete cascade,
    url text not null, state text not null, secret text not null, earlier_secret text, earlier_secret_until text,
    failing_since text, created_at text not null, updated_at text not null)`,
  // The tables below have no foreign keys: submitting an application must not wait for, or fail with, the
  // deletion of an account or endpoint.
  `create table webhook_messages (
    id text primary key, account_id text not null, type text not null, body text not null,
    created_at text not null)`,
  `create table webhook_deliveries (
    message_id text not null, endpoint_id text not null, created_at text not null, next_attempt_at text,
    attempts integer not null, delivered_at text, claimed_until text,
    primary key (endpoint_id, message_id))`,
  `create table webhook_attempts (
    id text primary key, endpoint_id text not null, message_id text not null, made_at text not null,
    outcome text not null, status integer)`,
  'create index webhook_endpoints_account on webhook_endpoints (account_id)',
  'create index webhook_messages_created on webhook_messages (created_at)',
  'create index webhook_messages_account on webhook_messages (account_id)',
  'create index webhook_deliveries_message on webhook_deliveries (message_id)',
  `create index webhook_deliveries_waiting on webhook_deliveries (next_attempt_at, endpoint_id)
    where next_attempt_at is not null`,
  'create index webhook_attempts_delivery on webhook_attempts (endpoint_id, message_id, made_at)',
];
