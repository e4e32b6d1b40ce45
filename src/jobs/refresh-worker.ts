import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from '../config.ts';
import { openRegistry } from '../platform/db/open.ts';
import { refresh } from './refresh.ts';
import { summarizeRefresh } from './refresh-result.ts';

/** Runs one refresh on a thread of its own, so that requests are answered as if nothing happened. */
const config = loadConfig(workerData);
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
// Waiting for that message keeps no thread alive that has done its work.
parentPort?.unref();
const database = openRegistry(config);
try {
  const done = await refresh({ config, database, now: () => new Date(), signal: stopping.signal });
  parentPort?.postMessage(summarizeRefresh(done));
} finally {
  await database.close();
}
