import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * The holder's contact details of the license file, for letters and never served; and the inspectors' texts to violations,
 * where the regulator publishes them.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  await sql`alter table licenses add column mailing_address text not null default ''`.execute(registryDb);
  await sql`alter table licenses add column phone text not null default ''`.execute(registryDb);
  await sql`create table observations (
    visit_id bigint not null, position integer not null, code text not null, category integer not null,
    tier text not null, text text not null, flags text not null, file_id integer not null references import_files (id),
    primary key (visit_id, position))`.execute(registryDb);
}
