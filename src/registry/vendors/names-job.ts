import { parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '../../platform/background-thread.ts';
import type { NamesOrder } from './names-thread-service.ts';

/** Prepares the names of what is published, and hands them over without copying them. */
const { isAwaited, ...location } = workerData as NamesOrder;
// What is imported below is loaded in the background, too.
if (!isAwaited) await runInBackground();
const { openRegistry, requireRegistry } = await import('../../platform/db/open.ts');
const { memoryOf } = await import('../matching/pack-names.ts');
const { prepareNames } = await import('./names-service.ts');
// Opening would make an empty file where there is none.
requireRegistry(location);
const database = openRegistry(location);
try {
  const prepared = await prepareNames(database.db, () => performance.now());
  parentPort?.postMessage(prepared, memoryOf(prepared.names));
} finally {
  await database.close();
}
