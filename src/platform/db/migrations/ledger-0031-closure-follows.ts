import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Weekly emails about closures, and the address for the email header that unsubscribes with one click. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table mails add column unsubscribe text',
  `create table closure_follows (
    id text primary key, email text not null, county text not null, language text not null,
    token_sha256 text not null unique, created_at text not null, confirmed_at text, sent_through text)`,
  'create unique index closure_follows_email on closure_follows (email, county)',
];
