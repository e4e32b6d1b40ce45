import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type RunningService, startServiceOf } from '../support/service.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;

/** Sends SIGKILL and waits until the process has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/**
 * Starts a script. The script must print a line when it is ready, and must end when its standard input is
 * closed.
 */
export async function startScript(
  file: string,
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('a script without output');
  const [line] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
  return { child, line: String(line).trim() };
}

/** Several processes of the service on the same data. */
export interface Services {
  readonly all: readonly RunningService[];
  urls(): string[];
  /**
   * Kills one process and restarts it on the same port while the others continue. Returns the killed process.
   */
  restart(which: number): Promise<RunningService>;
  kill(): Promise<void>;
}

/** Starts the processes one after another, because the first one creates the tables. */
export async function startServices(
  settings: Readonly<Record<string, string>>,
  count: number,
): Promise<Services> {
  const all: RunningService[] = [];
  for (let each = 0; each < count; each++) all.push(await startServiceOf(CHECKOUT, settings));
  return {
    all,
    urls: () => all.map(({ url }) => url),
    async restart(which) {
      const killed = all[which];
      if (!killed) throw new Error(`there is no process ${which}`);
      if (!killed.isAlive()) throw new Error(`a process ended by itself: ${killed.stderr()}`);
      await killProcess(killed.child);
      all[which] = await startServiceOf(CHECKOUT, { ...settings, PORT: String(killed.port) });
      return killed;
    },
    async kill() {
      for (const { child } of all) await killProcess(child);
    },
  };
}
