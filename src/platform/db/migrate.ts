import { type Migration, Migrator } from 'kysely/migration';
import type { OpenDatabase } from './database.ts';
import * as regulatorRecords from './migrations/0001-regulator-records.ts';

const MIGRATIONS = {
  '0001-regulator-records': regulatorRecords,
};

/** Brings the schema up to date, forward only. Throws when a migration fails or the database is newer than the code. */
export async function migrateToLatest({ db, engine }: OpenDatabase): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, { up }]): [string, Migration] => [
      name,
      { up: (kysely) => up(kysely, engine) },
    ]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought up to date.', { cause: error });
}
