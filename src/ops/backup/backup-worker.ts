import { parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '../../platform/threads/background-thread.ts';

/** Makes a backup on a separate thread, because SQLite's check of every copied page would delay requests. */
const { environment, now } = workerData as {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: number;
};
// Called before the imports below, so that they also run in the background.
await runInBackground();
const { loadConfig } = await import('../../config.ts');
const { makeDue, openStores } = await import('./make-backups.ts');
const { backupPlaces } = await import('./backup-places.ts');
const config = loadConfig(environment);
if (config.backups) {
  const stores = await openStores(config.backups, environment);
  const asked = { ...config.backups, now: new Date(now) };
  parentPort?.postMessage(await makeDue(backupPlaces(config), stores, asked));
}
