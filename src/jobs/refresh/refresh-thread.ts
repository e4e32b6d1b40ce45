import { Worker } from 'node:worker_threads';
import { threadResult } from '../../platform/threads/thread-result.ts';
import type { RefreshResult } from './refresh-result.ts';

/** What the thread of a refresh is started with. */
export interface RefreshOrder {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Nothing is published yet: requests have no answer before this is done, so it does not run in the background. */
  readonly isAwaited?: boolean;
  /** The data folder is empty: fictional files are made and read at once, and published when {@link letPublish} says so. */
  readonly isAhead?: boolean;
  /** Fewer in tests. */
  readonly demoVendors?: number;
}

/** What it is told. */
export type RefreshMessage = 'publish' | 'break off';

export const REFRESH_MEMORY_MB = 1_024;
/** Three times one half of the space for new objects. What answers requests has less (`cli/young-space.ts`); this thread is soon gone. */
const YOUNG_MEMORY_MB = 48;

/** One refresh on a thread of its own. It keeps the process alive unless it is ahead of its order. */
export function startRefreshThread({
  environment,
  isAwaited = false,
  isAhead = false,
  demoVendors,
}: RefreshOrder): Worker {
  const order: RefreshOrder = {
    environment: { ...environment },
    isAwaited: isAwaited || isAhead,
    isAhead,
    ...(demoVendors === undefined ? {} : { demoVendors }),
  };
  const thread = new Worker(new URL('./refresh-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: REFRESH_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  });
  if (isAhead) {
    thread.unref();
    // Nobody asked for anything yet. If it fails, another thread does the same when it is asked for, and says why that failed.
    thread.on('error', () => {});
  }
  return thread;
}

/** Tables are there, and no other process makes the records: what a thread made ahead may be published. Undefined when it has ended. */
export function letPublish(thread: Worker): Worker | undefined {
  if (thread.threadId === -1) return undefined;
  thread.ref();
  tell(thread, 'publish');
  return thread;
}

/** Asks a refresh to stop, which changes nothing. */
export function askToBreakOff(thread: Worker): void {
  tell(thread, 'break off');
}

/** What the refresh came to; rejects when its thread failed. */
export function resultOfRefresh(thread: Worker): Promise<RefreshResult> {
  return threadResult(thread, 'the refresh');
}

function tell(thread: Worker, message: RefreshMessage): void {
  thread.postMessage(message);
}
