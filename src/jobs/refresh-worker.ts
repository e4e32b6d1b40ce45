import { parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '../platform/background-thread.ts';

/** What the thread is started with. */
export interface RefreshOrder {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Nothing is published yet: requests have no answer before this is done. */
  readonly isAwaited: boolean;
}

/** Runs one refresh on a thread of its own, so that requests are answered as if nothing happened. */
const { environment, isAwaited } = workerData as RefreshOrder;
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
// Waiting for that message keeps no thread alive that has done its work.
parentPort?.unref();
if (!isAwaited) await runInBackground();
// Loaded only now, so in the background, too.
const { loadConfig } = await import('../config.ts');
const { openRegistry } = await import('../platform/db/open.ts');
const { refresh } = await import('./refresh.ts');
const { summarizeRefresh } = await import('./refresh-result.ts');
const config = loadConfig(environment);
const database = openRegistry(config);
try {
  const done = await refresh({ config, database, now: () => new Date(), signal: stopping.signal });
  parentPort?.postMessage(summarizeRefresh(done));
} finally {
  await database.close();
}
