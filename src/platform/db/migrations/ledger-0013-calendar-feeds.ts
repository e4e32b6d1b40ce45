import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** An account's private calendar feed. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql
    .raw(
      `create table calendar_feeds (
    account_id text primary key references accounts (id) on delete cascade, token_sha256 text not null unique,
    made_at text not null)`,
    )
    .execute(ledgerDb);
}
