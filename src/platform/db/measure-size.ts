import { sql } from 'kysely';
import type { LedgerDb } from './database.ts';

/** Returns the bytes that a database takes on disk; PostgreSQL reports the whole database. */
export async function measureSize(db: LedgerDb, engine: 'sqlite' | 'postgres'): Promise<number> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
      : await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? Number.NaN);
}
