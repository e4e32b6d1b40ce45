import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from '../config.ts';
import { openRegistry } from '../platform/db/open.ts';
import { makeFileSet } from '../registry/data-files/make-service.ts';
import { setsFolder } from '../registry/data-files/sets.ts';

/** Writes one set of data files on a thread and a connection of its own: compressing would hold up every request. */
const config = loadConfig(workerData);
const database = openRegistry(config);
try {
  parentPort?.postMessage(await makeFileSet(database, setsFolder(config.dataDir)));
} finally {
  await database.close();
}
