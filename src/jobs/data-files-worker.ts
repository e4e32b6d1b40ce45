import { parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '../platform/threads/background-thread.ts';

/**
 * Writes one set of data files on its own thread and connection, because compressing on the main thread would
 * delay every request.
 */
// This comes first so that the imports below also run in the background.
await runInBackground();
const { loadConfig } = await import('../config.ts');
const { openLedger } = await import('../platform/db/open.ts');
const { makeFileSet } = await import('../open-data/files/make-service.ts');
const { setsFolder } = await import('../open-data/files/sets/sets.ts');
const config = loadConfig(workerData);
const database = openLedger(config);
try {
  parentPort?.postMessage(await makeFileSet(database.published, setsFolder(config.dataDir)));
} finally {
  await database.close();
}
