import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Counters that limit password guessing and email; their keys are hashed. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'create table kept_counts (key text primary key, value text not null, forget_at text not null)',
  'create index kept_counts_old on kept_counts (forget_at)',
];
