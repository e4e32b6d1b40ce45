import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { Cron } from 'croner';
import type { Config } from '../config.ts';
import { findPublishedState } from '../features/regulator/store.ts';
import { floridaDay } from '../lib/dates.ts';
import type { OpenDatabase } from '../platform/db/database.ts';
import { findLeaseEnd, listLeftLeases, releaseLease, takeLease } from '../platform/leases.ts';
import type { Logger } from '../platform/log.ts';

const ZONE = 'America/New_York';
/** The regulator's files change at about 10:48 UTC; a new day needs publishing soon after midnight. */
const FETCH_AT = '15 7 * * *';
const NEW_DAY_AT = '5 0 * * *';
const HOURLY_AT = '17 * * * *';
const TAKE_UP_AT = '*/10 * * * *';
const LEASE_MS = 30 * 60_000;
const WORKER_MEMORY_MB = 1_024;

export interface Schedule {
  /** Does again what a killed process left; by itself, every ten minutes. Resolves when it is done. */
  takeUp(): Promise<void>;
  /** Ends what is under way (a half-done run leaves nothing behind) and starts nothing more. */
  stop(): Promise<void>;
}

/** Refreshes at start where that is due, and then daily; one process of many does it, one run at a time. */
export function startSchedule(options: {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly database: OpenDatabase;
  readonly log: Logger;
  /** Called before each refresh. */
  readonly beforeRefresh: () => Promise<void>;
  /** Called after each refresh that came to an end. */
  readonly afterRefresh: () => Promise<void>;
  /** What does not wait for a refresh. */
  readonly everyHour: () => Promise<void>;
}): Schedule {
  const { config, environment, database, log, beforeRefresh, afterRefresh, everyHour } = options;
  const holder = randomUUID();
  let worker: Worker | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const runOnce = async (why: string): Promise<void> => {
    if (stopped) return;
    if (!(await takeLease(database.db, 'refresh', holder, new Date(), LEASE_MS))) {
      const until = await findLeaseEnd(database.db, 'refresh');
      log.info({ why, until }, 'no refresh now: another process is at it, or was killed over it');
      return;
    }
    log.info({ why }, 'refresh started');
    try {
      await beforeRefresh().catch((error: unknown) =>
        log.error({ err: error }, 'what comes before a refresh failed; it goes on without'),
      );
      if (stopped) return;
      worker = startWorker(environment);
      log.info({ result: await resultOf(worker) }, 'refresh finished');
      await afterRefresh().catch((error: unknown) => log.error({ err: error }, 'could not tidy up after it'));
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'refresh failed; the last good state stays');
    } finally {
      worker = undefined;
      await releaseLease(database.db, 'refresh', holder);
    }
  };
  const run = (why: string): Promise<void> => {
    running ??= runOnce(why).finally(() => {
      running = undefined;
    });
    return running;
  };

  // A lease keeps a killed process's work from being done at its restart, and that work would else wait for tomorrow's.
  const takeUp = async (): Promise<void> => {
    await running;
    if (stopped) return;
    const left = await listLeftLeases(database.db, new Date());
    if (left.length > 0) log.info({ left }, 'a process was killed over its work; taking it up');
    if (left.includes('refresh')) await run('left undone');
    else if (left.length > 0) await afterRefresh();
  };

  isDue(config, database)
    .then((why) => (why ? run(why) : afterRefresh()))
    .catch((error: unknown) => log.error({ err: error }, 'could not tell whether a refresh is due'));
  const crons = [
    new Cron(FETCH_AT, { timezone: ZONE, unref: true }, () => run('daily fetch')),
    new Cron(NEW_DAY_AT, { timezone: ZONE, unref: true }, () => run('new day')),
    new Cron(TAKE_UP_AT, { unref: true }, () =>
      takeUp().catch((error: unknown) => log.error({ err: error }, 'what was left could not be taken up')),
    ),
    new Cron(HOURLY_AT, { unref: true }, () =>
      everyHour().catch((error: unknown) => log.error({ err: error }, 'the hourly work failed')),
    ),
  ];
  return {
    takeUp,
    async stop() {
      stopped = true;
      for (const cron of crons) cron.stop();
      await worker?.terminate();
      await running;
    },
  };
}

async function isDue({ asOf, regulatorSource }: Config, { db }: OpenDatabase): Promise<string | undefined> {
  const state = await findPublishedState(db);
  if (!state) return 'nothing published yet';
  if (state.as_of !== (asOf ?? floridaDay(new Date()))) return 'published as of another day';
  return regulatorSource.type === 'demo' ? undefined : 'started';
}

function startWorker(environment: Readonly<Record<string, string | undefined>>): Worker {
  return new Worker(new URL('./refresh-worker.ts', import.meta.url), {
    workerData: { ...environment },
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
  });
}

function resultOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the refresh thread ended with ${code}`)));
  });
}
