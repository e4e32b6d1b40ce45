import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from '../../config.ts';
import { makeDue, openStores } from './make.ts';
import { backupPlaces } from './places.ts';

/** Makes one backup on a thread of its own: SQLite's look at every page of the copy would hold up every request. */
const { environment, now } = workerData as {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: number;
};
const config = loadConfig(environment);
if (config.backups) {
  const stores = await openStores(config.backups, environment);
  const asked = { ...config.backups, now: new Date(now) };
  parentPort?.postMessage(await makeDue(backupPlaces(config), stores, asked));
}
