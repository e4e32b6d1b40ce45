import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/**
 * The niceness, on a scale up to 20. When such a thread competes with one of normal priority, it gets a tenth
 * of the core. It gets all of an otherwise idle core.
 */
const NICENESS = 10;

/**
 * Gives the calling thread, and threads that it starts, a lower priority than threads that handle requests.
 * Use it for imports, data files and backups, which no user waits for, and call it before anything else. If
 * the system does not support this, the work runs at normal priority.
 */
export async function runInBackground(
  system: {
    readonly platform: NodeJS.Platform;
    readonly getPriority: typeof getPriority;
    readonly setPriority: typeof setPriority;
  } = { platform: process.platform, getPriority, setPriority },
): Promise<void> {
  // On other systems the priority applies to the whole process, including the thread that handles requests.
  if (system.platform !== 'linux') return;
  // Starts the pool threads on which the whole process reads files and computes hashes, unless they are
  // already running. If they were started later, they would inherit the lower priority.
  await stat('/');
  try {
    // The parent may have set an even lower priority.
    if (system.getPriority(0) < NICENESS) system.setPriority(0, NICENESS);
  } catch {
    // Some sandboxes do not allow a process to change its priority, and report it in different ways.
  }
}

/**
 * Gives all threads of this process, and threads that they start, a lower priority than processes that handle
 * requests. Use it in processes of ours that no user waits for. Does nothing if that is not possible.
 */
export function runProcessInBackground(): void {
  // On Linux each thread has its own priority; elsewhere 0 is the whole process.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads)
    try {
      if (getPriority(thread) < NICENESS) setPriority(thread, NICENESS);
    } catch {
      // Some sandboxes do not allow a process to change its priority, and a thread may have ended since.
    }
}
