import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine } from '../database.ts';

/**
 * For each record in a receipt, a proof that the record was under the root hash of a publication. Also, the
 * signatures of witnesses.
 */
export async function up(ledgerDb: LedgerDb, engine: LedgerEngine): Promise<void> {
  const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of [
    `create table log_records (record_sha256 text primary key, version integer not null, published_at text not null,
      position integer not null, shown_sha256 text not null, path ${bytes} not null)`,
    `create table log_cosignatures (size integer not null, witness text not null, signed_at text not null,
      line text not null, primary key (size, witness))`,
  ])
    await sql.raw(statement).execute(ledgerDb);
}
