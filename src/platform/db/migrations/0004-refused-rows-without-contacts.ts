import { sql } from 'kysely';
import type { RegistryDb } from '../database.ts';

/**
 * Refused rows were kept as they came, with whatever address or phone they held; now only what finds them again is.
 * Of the old ones line and reason stay, and the regulator's file has the rest. Of observations nothing else was kept.
 */
export async function up(registryDb: RegistryDb): Promise<void> {
  await sql`update refused_rows set content = '' where import_file_id in
    (select id from import_files where kind <> 'observations')`.execute(registryDb);
}
