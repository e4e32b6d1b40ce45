import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * Refused rows used to be stored whole, including addresses and phones; now only what locates them is kept. Older rows keep
 * line and reason, which is all that observations ever had; the regulator's file has the rest.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  await sql`update refused_rows set content = '' where import_file_id in
    (select id from import_files where kind <> 'observations')`.execute(registryDb);
}
