import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine } from '../database.ts';

/** The log of receipts and publications. Earlier receipts are added after the upgrade. */
export async function up(ledgerDb: LedgerDb, engine: LedgerEngine): Promise<void> {
  const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of [
    'alter table receipts add column log_index integer',
    'create index receipts_unlogged on receipts (jti) where log_index is null',
    `create table log_tiles (level integer not null, n integer not null, bytes ${bytes} not null, primary key (level, n))`,
    'create table log_checkpoints (size integer primary key, signed_at text not null, note text not null)',
    `create table log_publications (version integer not null, published_at text not null, root_hash text not null,
      log_index integer not null, primary key (version, published_at))`,
  ])
    await sql.raw(statement).execute(ledgerDb);
}
