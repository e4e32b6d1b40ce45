import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts';
import { type TestDatabase, withPublished } from './engines.ts';
import { createPostgresSchema } from './postgres-schema.ts';
import { type Serving, startService } from './process.ts';

export interface TwoServices {
  readonly services: readonly [Serving, Serving];
  /** The test's own connection to the database that both services share. */
  readonly database: TestDatabase;
  /** Stops both services and removes all their data. */
  stop(): Promise<void>;
}

/** Starts two service processes over one new PostgreSQL schema that has no records. */
export async function startTwoServices(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<TwoServices> {
  const schema = await createPostgresSchema(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), 'two-services-'));
  const database = withPublished(openPostgres(schema.url));
  const started: Serving[] = [];
  const stop = async () => {
    await Promise.all(started.map((each) => each.stop()));
    await database.close();
    await schema.drop();
    await rm(folder, { recursive: true });
  };
  try {
    const source = path.join(folder, 'empty');
    await mkdir(source);
    const common = {
      DATABASE_URL: schema.url,
      REGULATOR_SOURCE: source,
      DATA_DIR: path.join(folder, 'data'),
    };
    const start = async () => {
      const service = await startService({ ...common, ...settings });
      started.push(service);
      return service;
    };
    // The services start one after the other, because the first creates the tables and keys that both use.
    return { services: [await start(), await start()], database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
