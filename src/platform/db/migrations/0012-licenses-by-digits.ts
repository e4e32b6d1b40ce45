import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * Licenses and approvals are looked up by number, and visits by the file that brought them; without an index each look-up reads
 * the whole table. Few visits are replaced, so their index is small.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(registryDb);
}

const STATEMENTS = [
  'create index license_rows_by_digits on license_rows (digits, license_type)',
  'create index visit_rows_by_file on visit_rows (file_id, visit_id)',
  'create index visit_rows_replaced on visit_rows (visit_id) where in_force = 0',
  'create index application_rows_by_digits on application_rows (digits, license_type)',
];
