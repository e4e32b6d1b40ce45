import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * Hashes the session tokens, so that a copy of the database cannot be used to sign in. Drops the columns that
 * only the former authentication library needed. Open sessions stay valid.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of TABLES) await sql.raw(statement).execute(ledgerDb);
  const { rows } = await sql<{ id: string; token: string }>`
    select id, token_sha256 as token from sessions`.execute(ledgerDb);
  for (const { id, token } of rows) {
    const hash = createHash('sha256').update(token).digest('hex');
    await sql`update sessions set token_sha256 = ${hash} where id = ${id}`.execute(ledgerDb);
  }
}

const TABLES = [
  'alter table accounts drop column image',
  'alter table sessions drop column ip_address',
  'alter table sessions rename column token to token_sha256',
  'alter table credentials rename to former_credentials',
  `create table credentials (
    account_id text primary key references accounts (id) on delete cascade, password text not null,
    created_at text not null, updated_at text not null)`,
  `insert into credentials (account_id, password, created_at, updated_at)
    select account_id, password, created_at, updated_at from former_credentials
    where password is not null and id in (select min(id) from former_credentials group by account_id)`,
  'drop table former_credentials',
  'alter table verifications rename to former_verifications',
  `create table verifications (
    identifier text primary key, value text not null, created_at text not null, expires_at text not null)`,
  `insert into verifications (identifier, value, created_at, expires_at)
    select identifier, max(value), max(created_at), max(expires_at) from former_verifications group by identifier`,
  'drop table former_verifications',
];
