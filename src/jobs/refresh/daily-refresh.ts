import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import { asOfDay, type Config } from '../../config.ts';
import { isRetryDue } from '../../intake/fetch/due-files.ts';
import { listSourceFiles } from '../../intake/fetch/source-files-service.ts';
import { isOfFolder } from '../../intake/fetch/source-rows.ts';
import { JURISDICTION_ZONE } from '../../lib/time/dates.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { findUnavailable } from '../../platform/db/database-unavailable.ts';
import { findLeaseEnd, keepLease, listLeftLeases, releaseLease, takeLease } from '../../platform/leases.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Recorder, RefreshOutcome } from '../../platform/telemetry-recorder.ts';
import type { FirstLoad } from '../../published-state/first-load.ts';
import { findPublication, findPublishedState } from '../../published-state/service.ts';
import { RECORD_FORMAT } from '../../records/record/record-format.ts';
import { FETCH_TIME } from './fetch-time.ts';
import { REFRESH_MEMORY_MB, RefreshEnded, type RefreshProcess, startRefresh } from './refresh-process.ts';
import { logRefresh, outcomeOfRefresh } from './refresh-result.ts';

const FETCH_AT = `${FETCH_TIME.minute} ${FETCH_TIME.hour} * * *`;
/** A new day must be published soon after midnight. */
const NEW_DAY_AT = '5 0 * * *';
const HOURLY_AT = '17 * * * *';
const EVERY_MINUTE = '* * * * *';
const TAKE_UP_AT = '*/10 * * * *';
const LEASE_MS = 30 * 60_000;

export interface Schedule {
  /**
   * Resumes work that a killed process left unfinished. This also runs every ten minutes. Resolves when the
   * work is done.
   */
  takeUp(): Promise<void>;
  /** Stops current work, whose unfinished run changes nothing, and does not start any more. */
  stop(): Promise<void>;
}

/**
 * Refreshes at startup if a refresh is due, and then daily. If there are several processes, only one of them
 * refreshes, one run at a time.
 */
export function startSchedule(options: {
  readonly config: Config;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly database: OpenLedger;
  readonly log: Logger;
  /** Present if metrics are on. */
  readonly recorder?: Recorder | undefined;
  /** A first refresh that was started early. It is stopped if another process does the work. */
  readonly ahead?: RefreshProcess | undefined;
  /** The state that pages show until the first records are published. */
  readonly firstLoad?: FirstLoad | undefined;
  /** Called before each refresh. */
  readonly beforeRefresh: () => Promise<void>;
  /** Called after each refresh that ended. */
  readonly afterRefresh: (stopping: AbortSignal) => Promise<void>;
  /** Called every hour, regardless of refreshes. */
  readonly everyHour: (stopping: AbortSignal) => Promise<void>;
  /** Called every minute, unless the previous call is still running. */
  readonly everyMinute: (stopping: AbortSignal) => Promise<void>;
}): Schedule {
  const { config, environment, database, log, beforeRefresh } = options;
  const stopping = new AbortController();
  const afterRefresh = () => options.afterRefresh(stopping.signal);
  const holder = randomUUID();
  let { ahead } = options;
  let refresh: RefreshProcess | undefined;
  let running: Promise<void> | undefined;
  /** True if a database outage prevented the last run, so that the run is still due. */
  let owed = false;
  /** The work in progress, which `stop` waits for. */
  const atWork = new Set<Promise<void>>();
  const isStopped = () => stopping.signal.aborted;
  const track = (work: Promise<void>): Promise<void> => {
    atWork.add(work);
    return work.finally(() => atWork.delete(work));
  };

  const runOnce = async (why: string): Promise<void> => {
    if (isStopped()) return;
    if (!(await takeLease(database.db, 'refresh', holder, new Date(), LEASE_MS))) {
      const until = await findLeaseEnd(database.db, 'refresh');
      log.info(
        { why, until },
        'refresh skipped: another process is running one, or was killed while running one',
      );
      return;
    }
    log.info({ why }, 'refresh started');
    const lease = { name: 'refresh', holder, durationMs: LEASE_MS };
    // A site that barely responds can make a refresh take hours, so the lease is renewed.
    const letGo = keepLease(database.db, lease, {
      now: () => new Date(),
      onFailure: (error) => log.error({ err: error }, 'could not renew the lease on a refresh; trying again'),
    });
    const startedAt = performance.now();
    const tell = (outcome: RefreshOutcome) =>
      options.recorder?.refreshEnded(outcome, (performance.now() - startedAt) / 1000);
    try {
      await beforeRefresh().catch((error: unknown) =>
        log.error({ err: error }, 'a step before the refresh failed; the refresh continues'),
      );
      if (isStopped()) return;
      const isAwaited = (await findPublishedState(database.published.db)) === undefined;
      if (isAwaited && ahead?.letPublish()) {
        refresh = ahead;
        ahead = undefined;
      } else refresh = startRefresh({ environment, isAwaited });
      if (isAwaited && options.firstLoad) refresh.follow(options.firstLoad.report);
      const result = await refresh.result;
      await database.published.renew();
      tell(outcomeOfRefresh(result));
      logRefresh(log, result);
      await afterRefresh().catch((error: unknown) =>
        log.error({ err: error }, 'cleanup after the refresh failed'),
      );
    } catch (error) {
      if (!isStopped()) log.error({ err: error }, failureOf(error));
      if (!isStopped()) tell('failed');
      options.firstLoad?.fail();
      owed = findUnavailable(error) !== undefined;
    } finally {
      refresh = undefined;
      await letGo();
      await releaseLease(database.db, 'refresh', holder);
    }
  };
  /** Runs a refresh. Never rejects, because an unhandled failure would end the process. */
  const run = (why: string): Promise<void> => {
    owed = false;
    running ??= runOnce(why)
      .catch((error: unknown) => {
        // A lease that could not be acquired or released expires on its own.
        if (!isStopped())
          log.error({ err: error }, 'a refresh was postponed; it will be retried within ten minutes');
        owed = true;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  /** Runs a refresh after the current one, which may have begun on the previous day. */
  const runNext = async (why: string): Promise<void> => {
    await running;
    await run(why);
  };

  // After a kill, the old lease blocks the work at restart. Without this, the work would wait for the next
  // day's refresh.
  const takeUp = async (): Promise<void> => {
    await running;
    if (isStopped()) return;
    if (owed) return run('put off by an outage');
    if (await isSnapshotUnread(database))
      log.error(
        'the published snapshot cannot be read; serving the previous one until a restart rebuilds it',
      );
    if ((await isDue(config, database)) === ANOTHER_VERSION) return run(ANOTHER_VERSION);
    const left = await listLeftLeases(database.db, new Date());
    if (left.length > 0) log.info({ left }, 'a process was killed while working; repeating its work');
    if (left.includes('refresh')) await run('left undone');
    else if (left.length > 0) await afterRefresh();
    else if (await isRetryOwed(config, database)) await run('files that did not arrive or were held back');
  };

  const leaveAhead = async (): Promise<void> => {
    const left = ahead;
    ahead = undefined;
    await left?.stop();
  };

  void track(
    isDue(config, database)
      .then((why) => (why ? run(why) : afterRefresh()))
      .catch((error: unknown) => {
        if (!isStopped())
          log.error({ err: error }, 'a refresh was postponed; it will be retried within ten minutes');
        owed = true;
      })
      .finally(leaveAhead),
  );
  const crons = [
    new Cron(FETCH_AT, { timezone: JURISDICTION_ZONE, unref: true }, () => track(run('daily fetch'))),
    new Cron(NEW_DAY_AT, { timezone: JURISDICTION_ZONE, unref: true }, () => track(runNext('new day'))),
    new Cron(TAKE_UP_AT, { unref: true }, () =>
      track(
        takeUp().catch((error: unknown) =>
          log.error({ err: error }, 'work left by a killed process could not be resumed'),
        ),
      ),
    ),
    new Cron(HOURLY_AT, { unref: true }, () =>
      track(
        options
          .everyHour(stopping.signal)
          .catch((error: unknown) => log.error({ err: error }, 'the hourly work failed')),
      ),
    ),
    new Cron(EVERY_MINUTE, { unref: true, protect: true }, () =>
      track(
        options
          .everyMinute(stopping.signal)
          .catch((error: unknown) => log.error({ err: error }, "this minute's jobs failed")),
      ),
    ),
  ];
  return {
    takeUp,
    async stop() {
      stopping.abort();
      for (const cron of crons) cron.stop();
      await refresh?.stop();
      await leaveAhead();
      await Promise.allSettled(atWork);
    },
  };
}

const ANOTHER_VERSION = 'published by another version';

async function isDue(config: Config, { published }: OpenLedger): Promise<string | undefined> {
  const state = await findPublishedState(published.db);
  if (!state) return 'nothing published yet';
  if (state.record_format !== RECORD_FORMAT) return ANOTHER_VERSION;
  const isKept = state.as_of_chosen === 1 && config.asOf === undefined;
  if (!isKept && state.as_of !== asOfDay(config, new Date())) return 'published as of another day';
  return config.regulatorSource.type === 'demo' ? undefined : 'started';
}

/** Returns true if an earlier snapshot is being served because the published one is lost or damaged. */
async function isSnapshotUnread({ db, published }: OpenLedger): Promise<boolean> {
  const read = await published.use(({ version }) => version);
  const state = await findPublication(db);
  // Reads the version again, because a newer snapshot may have been published in the meantime.
  return (
    state !== undefined && read < state.version && (await published.use(({ version }) => version)) === read
  );
}

/** Returns true if a file on the regulator's site should be requested again before the next day. */
async function isRetryOwed({ regulatorSource }: Config, { db }: OpenLedger): Promise<boolean> {
  if (regulatorSource.type !== 'url') return false;
  const now = new Date();
  return (await listSourceFiles(db)).some((row) => !isOfFolder(row) && isRetryDue(row, now));
}

function failureOf(error: unknown): string {
  return error instanceof RefreshEnded && error.isOutOfMemory
    ? `refresh failed: it needed more than ${REFRESH_MEMORY_MB} MB of memory; the last good records stay in use`
    : 'refresh failed; the last good records stay in use';
}
