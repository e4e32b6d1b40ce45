import { parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '../../platform/threads/background-thread.ts';
import type { RefreshMessage, RefreshOrder } from './refresh-thread.ts';

/** Runs one refresh on a thread of its own, so that requests are answered as if nothing happened. */
const { environment, isAwaited, isAhead, demoVendors } = workerData as RefreshOrder;
const stopping = new AbortController();
const mayPublish = Promise.withResolvers<void>();
let isOpened = !isAhead;
parentPort?.on('message', (message: RefreshMessage) => {
  if (message === 'publish') {
    isOpened = true;
    mayPublish.resolve();
  } else stopping.abort();
  // Waiting for more keeps no thread alive that has done its work.
  parentPort?.unref();
});
if (!isAhead) parentPort?.unref();
if (!isAwaited) await runInBackground();
// Loaded only now, so in the background, too.
const { loadConfig } = await import('../../config.ts');
const { openRegistry } = await import('../../platform/db/open.ts');
const { refresh, refreshAhead } = await import('./refresh.ts');
const { summarizeRefresh } = await import('./refresh-result.ts');
const config = loadConfig(environment);
const context = {
  config,
  now: () => new Date(),
  signal: stopping.signal,
  ...(demoVendors === undefined ? {} : { demoVendors }),
};
const open = async () => {
  if (isAhead) await mayPublish.promise;
  return openRegistry(config);
};
const opened = open();
try {
  const done = isAhead
    ? await refreshAhead(context, opened)
    : await refresh({ ...context, database: await opened });
  parentPort?.postMessage(summarizeRefresh(done));
} finally {
  // Ahead of its order, it fails without waiting for one: another thread does the same then.
  if (isOpened) await (await opened).close();
}
