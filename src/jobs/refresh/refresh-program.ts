import { runProcessInBackground } from '../../platform/threads/background-thread.ts';
import { toPlainError } from '../../platform/threads/plain-error.ts';
import type { RefreshAnswer, RefreshMessage, RefreshNews, RefreshOrder } from './refresh-process.ts';
import type { RefreshResult } from './refresh-result.ts';

/** Runs one refresh in a process of its own, so that it does not slow down requests. */
const ordered = Promise.withResolvers<RefreshOrder>();
const mayPublish = Promise.withResolvers<void>();
const stopping = new AbortController();
process.on('message', (message: RefreshMessage) => {
  if (message === 'publish') mayPublish.resolve();
  else if (message === 'break off') stopping.abort();
  else ordered.resolve(message.order);
});
// The channel closes when the service is gone. An unfinished refresh changes nothing.
process.once('disconnect', () => process.exit(1));
// A signal to the whole process group also reaches the service, which decides when this process stops.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

const answer = await answerOrder(await ordered.promise);
await new Promise<unknown>((resolve) => process.send?.(answer, resolve));
process.exit(0);

async function answerOrder(order: RefreshOrder): Promise<RefreshAnswer> {
  try {
    if (!order.isAwaited) runProcessInBackground();
    return { result: await runRefresh(order) };
  } catch (error) {
    return { failure: toPlainError(error) };
  }
}

function reportProgress(done: number, all: number, what: string): void {
  const news: RefreshNews = { progress: { done, all, what } };
  // Errors are ignored, because this process ends anyway if the service is gone.
  process.send?.(news, undefined, undefined, () => {});
}

async function runRefresh({ environment, isAhead, demoVendors }: RefreshOrder): Promise<RefreshResult> {
  // Imported only now, so that the import also runs in the background.
  const { loadConfig } = await import('../../config.ts');
  const { openLedger } = await import('../../platform/db/open.ts');
  const { refresh, refreshAhead } = await import('./refresh.ts');
  const { summarizeRefresh } = await import('./refresh-result.ts');
  const config = loadConfig(environment);
  const context = {
    config,
    now: () => new Date(),
    signal: stopping.signal,
    onProgress: reportProgress,
    ...(demoVendors === undefined ? {} : { demoVendors }),
  };
  if (isAhead) {
    const opened = mayPublish.promise.then(() => openLedger(config));
    const done = await refreshAhead(context, opened);
    await (await opened).close();
    return summarizeRefresh(done);
  }
  const database = openLedger(config);
  try {
    return summarizeRefresh(await refresh({ ...context, database }));
  } finally {
    await database.close();
  }
}
