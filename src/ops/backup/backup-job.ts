import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import type { BackupsConfig } from '../../lib/settings/backup-settings.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { releaseLease, takeLease } from '../../platform/leases.ts';
import type { Logger } from '../../platform/log/log.ts';
import { noteFact, readFact } from '../../platform/note-facts.ts';
import { threadResultUnlessStopped } from '../../platform/threads/thread-result.ts';
import { isDue, listKept, newestUntil } from './list-backups.ts';
import type { MadeBackups } from './make-backups.ts';

const LEASE = 'backup';
const LEASE_MS = 6 * 3_600_000;

/**
 * Makes a backup when the newest one of a place is old enough, and then removes those that are kept no longer. Of many processes one does it at a
 * time. Throws when a backup fails: what is there stays, and the next hour tries again.
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
      // A disk without room for a note may still be backed up elsewhere.
      log.warn({ err: error }, 'which backups there are could not be noted for metrics');
    }
  };
  return async (signal) => {
    // The lease keeps out other processes, not this one's next hour.
    if (!backups || isRunning) return;
    // Before anything can fail: a backup that is never made must be missed.
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
      if (removed > 0) log.info({ removed }, 'backups that are kept no longer were removed');
      if (problems.length > 0) throw new Error(problems.join(' '));
    } finally {
      isRunning = false;
      await releaseLease(ledgerDb, LEASE, holder);
    }
  };
}

/** Logs at a start what will keep each backup of a PostgreSQL from being made. */
export async function warnWithoutPgDump(
  { backups, databaseUrl }: Pick<Config, 'backups' | 'databaseUrl'>,
  log: Logger,
): Promise<void> {
  if (!backups || databaseUrl === undefined) return;
  const { findDumpProblem } = await import('./dump-postgres.ts');
  const problem = await findDumpProblem(databaseUrl);
  if (problem !== undefined) log.error({ problem }, 'backups will fail');
}

/** Notes for metrics when the newest of each place was begun. Of a bucket that is not asked now, what was noted before stays. */
function noteSeen(
  dataDir: string,
  { folder, s3, everyHours }: BackupsConfig,
  now: Date,
  newest: MadeBackups['newest'] = {},
): void {
  const before = readFact(dataDir, 'backups-seen');
  const inFolder =
    folder === undefined ? undefined : newestUntil(listKept(folder), now)?.begunAt.toISOString();
  const inBucket = newest.bucket ?? before?.bucket?.newest ?? null;
  noteFact(dataDir, 'backups-seen', {
    ...(folder === undefined ? {} : { folder: { newest: inFolder ?? null, everyHours } }),
    ...(s3 === undefined ? {} : { bucket: { newest: inBucket, everyHours } }),
  });
}

/** What a store has, its thread asks: this one does not load the library for it. */
function mayBeDue({ folder, s3, everyHours }: BackupsConfig, now: Date): boolean {
  return s3 !== undefined || (folder !== undefined && isDue(listKept(folder), everyHours, now));
}

/** Undefined when it was stopped; what it left is removed by the next one. */
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
