import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * Passkeys, which sign in without a password, and the random handles by which authenticators identify
 * accounts.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `create table passkeys (id text primary key, account_id text not null references accounts (id) on delete cascade,
    name text not null, credential_id text not null unique, public_key text not null, counter bigint not null,
    created_at text not null, last_used_at text)`,
  'create index passkeys_of_account on passkeys (account_id, created_at, id)',
  `create table passkey_handles (account_id text primary key references accounts (id) on delete cascade,
    handle text not null unique)`,
];
