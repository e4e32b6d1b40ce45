import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * A second factor in addition to the password: the secret, the recovery codes, and the sessions that passed
 * the second factor.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `create table second_factors (account_id text primary key references accounts (id) on delete cascade,
    sealed_secret text not null, created_at text not null, confirmed_at text, last_step integer not null)`,
  `create table recovery_codes (account_id text not null references accounts (id) on delete cascade,
    code_sha256 text not null, used_at text, primary key (account_id, code_sha256))`,
  `create table second_factor_sessions (session_id text primary key references sessions (id) on delete cascade,
    passed_at text not null)`,
];
