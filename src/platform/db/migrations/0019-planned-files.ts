import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** What the source is expected to have is remembered by file, also before it comes and if it is not there. */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  `alter table source_files add column kind text`,
  `alter table source_files add column district integer`,
  `alter table source_files add column period text`,
  `alter table source_files add column misses integer not null default 0`,
];
