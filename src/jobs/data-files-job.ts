import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { MadeSet } from '../open-data/files/make-service.ts';
import { setsFolder } from '../open-data/files/sets/sets.ts';
import { isSetMissing, removeOldSets } from '../open-data/files/sets/stored-sets-service.ts';
import type { PublishedDb } from '../platform/db/database.ts';
import type { Logger } from '../platform/log/log.ts';
import { threadResultUnlessStopped } from '../platform/threads/thread-result.ts';
import { findCurrentState } from '../records/record/current-records-service.ts';

const WORKER_MEMORY_MB = 512;
/**
 * The wait after a failure. A full disk usually remains full for a while, and each attempt writes everything
 * again.
 */
const AGAIN_AFTER_MS = 10 * 60_000;

/**
 * Keeps the data files in sync with the publication. When called, which happens every minute, it makes a set
 * if the current publication does not have one, and removes sets that are too old. This also covers imports
 * by other processes.
 */
export function createDataFilesJob(options: {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly published: PublishedDb;
  readonly now: () => Date;
  readonly log: Logger;
}): (signal?: AbortSignal) => Promise<void> {
  const { config, environment, published, now, log } = options;
  const folder = setsFolder(config.dataDir);
  const daysKept = config.dataFilesDays;
  let againAfter = 0;
  return async (signal) => {
    const isDue = daysKept > 0 && now().getTime() >= againAfter && (await findCurrentState(published));
    if (isDue && (await isSetMissing(published, folder))) {
      againAfter = now().getTime() + AGAIN_AFTER_MS;
      const made = await makeOnThread(environment, signal);
      if (made) {
        againAfter = 0;
        log.info({ ...made }, 'data files were written');
      }
    }
    const removed = await removeOldSets(published, folder, { now: now(), daysKept });
    if (removed > 0) log.info({ removed }, 'old data files were removed');
  };
}

/**
 * Makes a set on a separate thread. Returns undefined if it was stopped. An unfinished set does not count and
 * is made again at the next start.
 */
async function makeOnThread(
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal | undefined,
): Promise<MadeSet | undefined> {
  if (signal?.aborted) return undefined;
  const worker = new Worker(new URL('./data-files-worker.ts', import.meta.url), {
    workerData: { ...environment },
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
  });
  return threadResultUnlessStopped(worker, 'data files', signal);
}
