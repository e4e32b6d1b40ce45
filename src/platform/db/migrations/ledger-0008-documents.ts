import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine } from '../database.ts';

/**
 * The documents that belong to applications: files (with their bytes in a separate table), waivers, the
 * history, and the reminders that were sent.
 */
export async function up(ledgerDb: LedgerDb, engine: LedgerEngine): Promise<void> {
  const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of STATEMENTS) await sql.raw(statement.replace('{bytes}', bytes)).execute(ledgerDb);
}

const STATEMENTS = [
  `create table application_documents (
    id text primary key, application_id text not null references applications (id) on delete cascade,
    event_id text not null, code text not null, position integer not null, state text not null,
    media_type text not null, bytes integer not null, sha256 text not null, expires_on text,
    insurer text not null, reason text not null, override_reason text not null, override_until text,
    received_at text not null, decided_at text, copied_from text, file_deleted_at text)`,
  'create unique index application_documents_position on application_documents (application_id, position)',
  'create index application_documents_event on application_documents (event_id)',
  // In a separate table, so that list queries never read the bytes.
  `create table application_document_contents (
    document_id text primary key references application_documents (id) on delete cascade,
    content {bytes} not null)`,
  `create table application_document_history (
    application_id text not null references applications (id) on delete cascade, position integer not null,
    at text not null, done_by text not null, account_id text, code text not null, action text not null,
    detail text not null, primary key (application_id, position))`,
  `create table application_document_reminders (
    application_id text not null references applications (id) on delete cascade, code text not null,
    due_on text not null, days integer not null, queued_at text not null,
    primary key (application_id, code, due_on, days))`,
];
