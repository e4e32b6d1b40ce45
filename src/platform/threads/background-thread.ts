import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** Of 20 steps. Beside a thread of normal priority this one gets a tenth of a core that both want, and all of one that nobody wants. */
const NICENESS = 10;

/**
 * Puts the thread that calls it, and those that it starts, behind the threads that answer requests. For work that nobody waits for: imports,
 * data files, backups. To be called first of all. Does nothing where that cannot be done: such work then takes its
 * turn as before.
 */
export async function runInBackground(
  system: {
    readonly platform: NodeJS.Platform;
    readonly getPriority: typeof getPriority;
    readonly setPriority: typeof setPriority;
  } = { platform: process.platform, getPriority, setPriority },
): Promise<void> {
  // Elsewhere a priority is that of the whole process, with the thread that answers.
  if (system.platform !== 'linux') return;
  // Starts the threads that the whole process reads files and hashes on, unless they run already: they would inherit the priority.
  await stat('/');
  try {
    // Whoever started it may have put it further behind.
    if (system.getPriority(0) < NICENESS) system.setPriority(0, NICENESS);
  } catch {
    // Some sandboxes allow no process to change its priority, and say so in different ways.
  }
}

/**
 * Puts the whole process behind those that answer requests: every thread that it has, and with them those that they start. For a process of
 * ours that nobody waits for. Does nothing if that cannot be done.
 */
export function runProcessInBackground(): void {
  // On Linux a priority is that of one thread; elsewhere 0 stands for the process.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads)
    try {
      if (getPriority(thread) < NICENESS) setPriority(thread, NICENESS);
    } catch {
      // Some sandboxes allow no process to change its priority, and a thread may have ended since.
    }
}
