import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { noteFact } from '../../platform/job-findings.ts';
import type { Logger } from '../../platform/log/log.ts';
import { backupPlaces } from '../backup/backup-places.ts';
import { type Look, lookFor } from './check-pages.ts';

const PROGRAM = fileURLToPath(new URL('./check-pages-program.ts', import.meta.url));
const EVERY_MS = 24 * 3_600_000;
/** A check that takes longer than this is stopped, and no result is recorded. */
const WITHIN_MS = 2 * 3_600_000;

interface PagesOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'receiptKeysFile' | 'sessionSecretFile'>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly program?: string;
}

/**
 * Checks the pages of the embedded database once a day, and in the first hour after a start, because a start
 * may follow a power failure. The check runs in a separate process with the lowest priority, so that no
 * request waits for it. The result is stored for metrics. PostgreSQL has its own checksums.
 */
export function createPagesJob({
  config,
  now,
  log,
  program = PROGRAM,
}: PagesOptions): (signal?: AbortSignal) => Promise<void> {
  const { ledger, dataDir } = backupPlaces(config);
  let lookedAt: number | undefined;
  let isRunning = false;
  return async (signal) => {
    const isDue = lookedAt === undefined || now().getTime() - lookedAt >= EVERY_MS;
    if (config.databaseUrl !== undefined || isRunning || !isDue) return;
    isRunning = true;
    try {
      if (!signal?.aborted && existsSync(ledger)) await lookAt(ledger, signal);
      if (!signal?.aborted) lookedAt = now().getTime();
    } finally {
      isRunning = false;
    }
  };

  async function lookAt(file: string, signal: AbortSignal | undefined): Promise<void> {
    const database = 'ledger';
    const look = lookFor(statSync(file).size);
    const said = await ask({ program, file, look, signal });
    if (signal?.aborted) return;
    if (said !== 'sound' && said !== 'damaged')
      throw new Error(`the look at the pages of the ${database} did not end`);
    const isWhole = said === 'sound';
    // Log first, before anything else can fail: on a full disk, the result cannot be stored.
    if (isWhole) log.info({ database, look }, 'no damaged pages were found in a database');
    else log.error({ database, look }, 'a database has damaged pages; restore a backup');
    noteFact(dataDir, 'pages-checked', {
      [database]: { at: now().toISOString(), sound: isWhole, look },
    });
  }
}

/** Returns the program's output, or an empty string if it was stopped or could not be run. */
function ask(options: {
  readonly program: string;
  readonly file: string;
  readonly look: Look;
  readonly signal: AbortSignal | undefined;
}): Promise<string> {
  const { program, file, look, signal } = options;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, file, look], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: WITHIN_MS,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
      // The program needs no keys or passwords.
      env: {},
    });
    let said = '';
    child.stdout?.on('data', (part: Buffer) => {
      said += part.toString('latin1');
    });
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(said));
    if (child.pid !== undefined) lower(child.pid);
  });
}

function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has already ended, or the system does not allow this; the check works anyway.
  }
}
