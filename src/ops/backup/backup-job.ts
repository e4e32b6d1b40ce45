import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import type { BackupsConfig } from '../../lib/settings/backup-settings.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { noteFact, readFact } from '../../platform/job-findings.ts';
import { releaseLease, takeLease } from '../../platform/leases.ts';
import type { Logger } from '../../platform/log/log.ts';
import { threadResultUnlessStopped } from '../../platform/threads/thread-result.ts';
import { isDue, listStored, newestUntil } from './list-backups.ts';
import type { MadeBackups } from './make-backups.ts';

const LEASE = 'backup';
const LEASE_MS = 6 * 3_600_000;

/**
 * Makes a backup wherever the newest backup is old enough, and then removes old backups. Only one process
 * does so at a time. Throws if a backup fails. Existing backups are then kept, and the next hourly run tries
 * again.
 */
export function createBackupJob(options: {
  readonly config: Pick<Config, 'backups' | 'dataDir'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly ledgerDb: LedgerDb;
  readonly holder: string;
  readonly now: () => Date;
  readonly log: Logger;
}): (signal?: AbortSignal) => Promise<void> {
  const { environment, ledgerDb, holder, now, log } = options;
  const { backups, dataDir } = options.config;
  let isRunning = false;
  const note = (newest?: MadeBackups['newest']) => {
    try {
      if (backups) noteSeen(dataDir, backups, now(), newest);
    } catch (error) {
      // If the disk has no room for this file, a backup may still be possible elsewhere.
      log.warn({ err: error }, 'the list of backups could not be stored for metrics');
    }
  };
  return async (signal) => {
    // The lease stops other processes, but not this process's next hourly run.
    if (!backups || isRunning) return;
    // This runs before anything can fail, because a backup that is never made must be reported as missing.
    note();
    if (!mayBeDue(backups, now())) return;
    if (!(await takeLease(ledgerDb, LEASE, holder, now(), LEASE_MS))) return;
    isRunning = true;
    try {
      if (backups.folder !== undefined) mkdirSync(backups.folder, { recursive: true, mode: 0o700 });
      const result = await makeOnThread(environment, now(), signal);
      if (!result) return;
      note(result.newest);
      for (const made of result.made) log.info({ ...made }, 'a backup was made');
      const { removed, problems } = result;
      if (removed > 0) log.info({ removed }, 'old backups were removed');
      if (problems.length > 0) throw new Error(problems.join(' '));
    } finally {
      isRunning = false;
      await releaseLease(ledgerDb, LEASE, holder);
    }
  };
}

/** Logs at startup any problem that will prevent backups of a PostgreSQL database. */
export async function warnWithoutPgDump(
  { backups, databaseUrl }: Pick<Config, 'backups' | 'databaseUrl'>,
  log: Logger,
): Promise<void> {
  if (!backups || databaseUrl === undefined) return;
  const { findDumpProblem } = await import('./dump-postgres.ts');
  const problem = await findDumpProblem(databaseUrl);
  if (problem !== undefined) log.error({ problem }, 'backups will fail');
}

/**
 * Records, for metrics, when the newest backup in each place began. If a bucket is not checked this time, its
 * earlier value is kept.
 */
function noteSeen(
  dataDir: string,
  { folder, s3, everyHours }: BackupsConfig,
  now: Date,
  newest: MadeBackups['newest'] = {},
): void {
  const before = readFact(dataDir, 'backups-seen');
  const inFolder =
    folder === undefined ? undefined : newestUntil(listStored(folder), now)?.begunAt.toISOString();
  const inBucket = newest.bucket ?? before?.bucket?.newest ?? null;
  noteFact(dataDir, 'backups-seen', {
    ...(folder === undefined ? {} : { folder: { newest: inFolder ?? null, everyHours } }),
    ...(s3 === undefined ? {} : { bucket: { newest: inBucket, everyHours } }),
  });
}

/**
 * Returns true if a backup may be due. Always true with a bucket: the backup thread lists the bucket's
 * contents, so that this thread does not load the library.
 */
function mayBeDue({ folder, s3, everyHours }: BackupsConfig, now: Date): boolean {
  return s3 !== undefined || (folder !== undefined && isDue(listStored(folder), everyHours, now));
}

/**
 * Makes a backup on a separate thread. Returns undefined if the backup was stopped; the next backup removes
 * any leftover files.
 */
async function makeOnThread(
  environment: Readonly<Record<string, string | undefined>>,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<MadeBackups | undefined> {
  if (signal?.aborted) return undefined;
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: { environment: { ...environment }, now: now.getTime() },
  });
  return threadResultUnlessStopped(worker, 'backups', signal);
}
