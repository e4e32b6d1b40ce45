import { Worker } from 'node:worker_threads';
import type { RegistryDb } from '../../platform/db/database.ts';
import { threadResult } from '../../platform/thread-result.ts';
import { getPublishedState } from '../published-state/service.ts';
import { type PreparedNames, prepareNames } from './names-service.ts';

/** What the thread is started with. */
export interface NamesOrder {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Requests have no answer before it is done, so it does not run in the background. */
  readonly isAwaited: boolean;
}

/** Names are in memory of their own, beside this. */
const MEMORY = { maxOldGenerationSizeMb: 256 } as const;

/**
 * {@link prepareNames} on a thread and a connection of its own, since it takes half a second for ten thousand vendors and minutes for millions.
 * Where the thread fails, `onFailed` is told, and names are prepared here.
 */
export async function prepareNamesOnThread(
  registryDb: RegistryDb,
  order: NamesOrder,
  onFailed: (error: unknown) => void,
): Promise<PreparedNames> {
  // Before the first publication there is nothing to start a thread for.
  await getPublishedState(registryDb);
  try {
    return await fromThread(order);
  } catch (error) {
    onFailed(error);
    return prepareNames(registryDb, () => performance.now());
  }
}

async function fromThread(order: NamesOrder): Promise<PreparedNames> {
  const worker = new Worker(new URL('./names-job.ts', import.meta.url), {
    workerData: order,
    resourceLimits: MEMORY,
  });
  // A process that stops does not wait for it.
  worker.unref();
  return threadResult(worker, 'names');
}
