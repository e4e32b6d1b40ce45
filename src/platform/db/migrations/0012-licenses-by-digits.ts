import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/** License rows are looked up and read in order by number; without an index each look-up reads the whole table. */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  'create index license_rows_by_digits on license_rows (digits, license_type)',
  'create index application_rows_by_digits on application_rows (digits, license_type)',
];
