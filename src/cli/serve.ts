import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { startSchedule } from '../jobs/schedule.ts';
import type { OpenDatabase } from '../platform/db/database.ts';
import { migrateToLatest } from '../platform/db/migrate.ts';
import type { Logger } from '../platform/log.ts';

/** Requests still running this long after the signal are cut off. */
const STOP_WITHIN_MS = 10_000;

/** Serves until SIGTERM or SIGINT, then answers what is in flight, ends background work and closes the database. */
export async function serveCommand(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  database: OpenDatabase,
  log: Logger,
): Promise<number> {
  await migrateToLatest(database);
  const app = await buildApp({ config, database, logger: log });
  await app.listen({ port: config.port, host: config.host });
  const schedule = startSchedule({ config, environment, database, log });
  log.info({ url: config.baseUrl, database: database.engine.name }, 'serving; open it in a browser');

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => resolve(name));
  });
  log.info({ signal }, 'stopping');
  const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS);
  await Promise.all([app.close(), schedule.stop()]);
  clearTimeout(deadline);
  await database.close();
  log.info('stopped');
  return 0;
}
