import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Issued receipts. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  await sql`create table receipts (
    jti text primary key, vendor_id text not null, event_type text not null, verdict text not null,
    issued_at text not null, record_sha256 text not null, key_id text not null, receipt_sha256 text not null)`.execute(
    ledgerDb,
  );
  await sql`create index receipts_key on receipts (key_id)`.execute(ledgerDb);
}
