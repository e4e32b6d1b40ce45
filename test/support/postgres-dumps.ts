import { findDumpProblem } from '../../src/ops/backup/dump-postgres.ts';

/**
 * Returns the reason database backups cannot be tested here: there is no server, or no matching pg_dump.
 * Returns undefined if they can be tested.
 */
export async function findDumpObstacle(databaseUrl: string | undefined): Promise<string | undefined> {
  if (!databaseUrl) return 'TEST_DATABASE_URL names none';
  return findDumpProblem(databaseUrl);
}
