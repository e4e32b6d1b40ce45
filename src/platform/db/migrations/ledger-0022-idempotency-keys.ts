import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine } from '../database.ts';

/** Responses that are sent again, for a day, to requests with the same `Idempotency-Key`. */
export async function up(ledgerDb: LedgerDb, engine: LedgerEngine): Promise<void> {
  const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
  await sql
    .raw(
      `create table idempotent_answers (account_id text not null references accounts (id) on delete cascade,
        idempotency_key text not null, question_sha256 text not null, answer ${bytes} not null, created_at text not null,
        primary key (account_id, idempotency_key))`,
    )
    .execute(ledgerDb);
  await sql
    .raw('create index idempotent_answers_created on idempotent_answers (created_at)')
    .execute(ledgerDb);
}
