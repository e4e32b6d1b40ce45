import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../test/support/free-port.ts';

const READY_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 150_000;
const LOG_LINES_MAX = 20_000;

/** A service under test in its own process, as in production. */
export interface RunningService {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** The settings, for restarting the service on the same data or running its command line. */
  readonly settings: Readonly<Record<string, string>>;
  /** The first 20,000 log lines. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** Returns the standard error output, such as the reason for a crash. */
  stderr(): string;
  /** Returns true if the process is still running. */
  isAlive(): boolean;
  /** Returns the resident memory in megabytes; 0 if the process is gone. */
  residentMb(): number;
  /** Sends SIGTERM and waits up to 150 s for the process to end. */
  stop(): Promise<{ readonly code: number | null; readonly seconds: number }>;
}

/** Starts `src/main.ts serve` in a checkout and waits until it is ready. */
export async function startServiceOf(
  checkout: string,
  settings: Readonly<Record<string, string>>,
  /**
   * A command to put in front of the service's own command. It must replace itself with the service (`exec`).
   */
  through: readonly string[] = [],
  /**
   * The path that returns 200 when the service is ready. Use `/healthz` if the service is not expected to
   * become ready.
   */
  until = '/readyz',
): Promise<RunningService> {
  const port = settings.PORT === undefined ? await findFreePort() : Number(settings.PORT);
  const dataDir = settings.DATA_DIR ?? '';
  const all = { HOST: '127.0.0.1', BASE_URL: `http://127.0.0.1:${port}`, ...settings, PORT: String(port) };
  const [program = '', ...args] = [...through, process.execPath, path.join(checkout, 'src/main.ts'), 'serve'];
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? '', ...all },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: Record<string, unknown>[] = [];
  const errors: Buffer[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (log.length < LOG_LINES_MAX) log.push(parseLine(line));
  });
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const ended = once(child, 'close');
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const url = `http://127.0.0.1:${port}`;
  const service: RunningService = {
    url,
    port,
    child,
    dataDir,
    settings: all,
    log,
    isAlive,
    stderr: () => Buffer.concat(errors).toString(),
    residentMb: () => (isAlive() ? residentMb(child.pid) : 0),
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(killer);
      return { code: child.exitCode, seconds: (performance.now() - began) / 1_000 };
    },
  };
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(url + until))) {
    if (!isAlive()) throw new Error(`the service ended with ${child.exitCode}: ${service.stderr()}`);
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('the service did not get ready');
    }
    await wait(100);
  }
  return service;
}

interface FinishedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

/** Runs a command from a checkout with these settings and waits for it to exit. */
export async function runCommandOf(
  checkout: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<FinishedCommand> {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(checkout, 'src/main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await once(child, 'close');
  clearTimeout(killer);
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString();
  return {
    code: child.exitCode,
    stdout: text(stdout),
    stderr: text(stderr),
    seconds: (performance.now() - began) / 1_000,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return { msg: line };
  }
}
