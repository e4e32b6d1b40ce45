import { mkdirSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { BackupsConfig, Config } from '../../config.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { releaseLease, takeLease } from '../../platform/leases.ts';
import type { Logger } from '../../platform/log.ts';
import { listKept } from './kept.ts';

const LEASE = 'backup';
const LEASE_MS = 6 * 3_600_000;
const HOUR_MS = 3_600_000;
/** Called each hour, a step that took a little longer must not skip a day. */
const EARLY_MS = HOUR_MS / 2;

/** What the thread says of a backup that it made. */
export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  readonly receipts: number;
}

/**
 * Makes a backup when the newest one in the folder is old enough, and then removes those that are kept no longer. Of many processes one does it at a
 * time. Throws when a backup fails: what is there stays, and the next hour tries again.
 */
export function createBackupJob(options: {
  readonly config: Pick<Config, 'backups'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly registryDb: RegistryDb;
  readonly holder: string;
  readonly now: () => Date;
  readonly log: Logger;
}): (signal?: AbortSignal) => Promise<void> {
  const { environment, registryDb, holder, now, log } = options;
  const { backups } = options.config;
  let isRunning = false;
  return async (signal) => {
    // The lease keeps out other processes, not this one's next hour.
    if (!backups || isRunning || !isDue(backups, now())) return;
    if (!(await takeLease(registryDb, LEASE, holder, now(), LEASE_MS))) return;
    isRunning = true;
    try {
      mkdirSync(backups.folder, { recursive: true, mode: 0o700 });
      const made = await makeOnThread(environment, signal);
      if (!made) return;
      log.info({ ...made }, 'a backup was made');
      const removed = removeOld(backups);
      if (removed > 0) log.info({ removed }, 'backups that are kept no longer were removed');
    } finally {
      isRunning = false;
      await releaseLease(registryDb, LEASE, holder);
    }
  };
}

function isDue({ folder, everyHours }: BackupsConfig, now: Date): boolean {
  const [newest] = listKept(folder);
  if (!newest) return true;
  return now.getTime() - newest.begunAt.getTime() >= everyHours * HOUR_MS - EARLY_MS;
}

/** The newest are kept, however old they are. */
function removeOld({ folder, keep }: BackupsConfig): number {
  const old = listKept(folder).slice(keep);
  for (const { file } of old) rmSync(file);
  return old.length;
}

/** Undefined when it was stopped; what it left is removed by the next one. */
async function makeOnThread(
  environment: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal | undefined,
): Promise<MadeBackup | undefined> {
  if (signal?.aborted) return undefined;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { ...environment } });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop);
  try {
    return await new Promise<MadeBackup | undefined>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        signal?.aborted ? resolve(undefined) : reject(new Error(`the thread ended with ${code}`)),
      );
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
