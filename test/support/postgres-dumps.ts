import { findDumpProblem } from '../../src/ops/backup/dump-postgres.ts';

/** Says why no backup of a database can be tried here: there is no server, or no pg_dump that fits it. Undefined if one can. */
export async function findDumpObstacle(databaseUrl: string | undefined): Promise<string | undefined> {
  if (!databaseUrl) return 'TEST_DATABASE_URL names none';
  return findDumpProblem(databaseUrl);
}
