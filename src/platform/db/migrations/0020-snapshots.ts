import { sql } from 'kysely';
import type { RegistryDb, RegistryEngine } from '../database.ts';

/**
 * Records are published as files from now on. `vendors` and `vendor_records` stay until the first file is published, which is compared
 * with them; nothing reads them after that.
 */
export async function up(registryDb: RegistryDb, engine: RegistryEngine): Promise<void> {
  const bytes = engine.name === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of STATEMENTS) await sql.raw(statement.replace('{bytes}', bytes)).execute(registryDb);
  if (engine.name === 'sqlite') await sql`drop table if exists vendor_text`.execute(registryDb);
  else await sql`drop index if exists vendors_search_text`.execute(registryDb);
}

const STATEMENTS = [
  'drop table short_terms',
  'drop table statistics_counts',
  'drop table record_days',
  ...['made_on', 'statistics', 'covers', 'data_as_of', 'published_at', 'score_version'].map(
    (column) => `alter table published_state drop column ${column}`,
  ),
  `alter table published_state add column snapshot text not null default ''`,
  `alter table published_state add column snapshot_sha256 text not null default ''`,
  `create table snapshot_parts (
    version integer not null, snapshot text not null, part integer not null, bytes {bytes} not null,
    primary key (snapshot, part))`,
];
