import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type OpenDatabase, openLedger } from '../../src/platform/db/database.ts';
import { openPostgres } from '../../src/platform/db/postgres.ts';

/** Where the service of one run keeps everything. */
export interface Place {
  readonly name: string;
  /** Its settings. */
  readonly settings: Readonly<Record<string, string>>;
  openLedger(): OpenDatabase;
  /** Removes what outlives the run's folder. */
  remove(): Promise<void>;
}

/** The embedded database in a folder; with an address, a PostgreSQL schema of this run alone. */
export async function preparePlace(dataDir: string, databaseUrl: string | undefined): Promise<Place> {
  if (!databaseUrl)
    return {
      name: 'SQLite',
      settings: { DATA_DIR: dataDir },
      openLedger: () => openLedger({ databaseUrl: undefined, dataDir }),
      async remove() {},
    };
  const schema = `kill_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: ReturnType<typeof sql>) => {
    const admin = openPostgres(databaseUrl);
    await statement.execute(admin.db).finally(() => admin.close());
  };
  await run(sql`create schema ${sql.ref(schema)}`);
  const own = new URL(databaseUrl);
  own.searchParams.set('options', `-csearch_path=${schema}`);
  return {
    name: 'PostgreSQL',
    settings: { DATA_DIR: dataDir, DATABASE_URL: own.href },
    openLedger: () => openLedger({ databaseUrl: own.href, dataDir }),
    remove: () => run(sql`drop schema ${sql.ref(schema)} cascade`),
  };
}
