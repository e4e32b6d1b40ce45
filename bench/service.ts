import type { ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMIT_NAMES } from '../src/config.ts';
import { findFreePort } from '../test/support/free-port.ts';
import type { Workspace } from './workspace.ts';

/** The as-of date is fixed, so every measurement uses the same fictional Florida. */
export const AS_OF = '2026-01-15';

/** On a busy machine, the first start can take minutes. */
const READY_WITHIN_MS = 300_000;
const POLL_EVERY_MS = 5;

interface RunningService {
  readonly process: ChildProcess;
  readonly port: number;
  /** The time from starting the process to the first 200 from /readyz. */
  readonly readyMs: number;
}

/** Starts the service as a user would, on a free port and without rate limits, and waits until it is ready. */
export async function startService(
  workspace: Workspace,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  startNode = workspace.spawnNode,
): Promise<RunningService> {
  const port = await findFreePort();
  const started = performance.now();
  const child = startNode(['src/main.ts', 'serve'], {
    ...Object.fromEntries(LIMIT_NAMES.map((name) => [`RATE_LIMIT_${name}`, '0'])),
    PORT: String(port),
    HOST: '127.0.0.1',
    // This address appears in response bodies, so a fixed value keeps them the same on any port.
    BASE_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    AS_OF,
    LOG_LEVEL: 'warn',
    ...settings,
  });
  while ((await statusOf(port, '/readyz')) !== 200) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    if (performance.now() - started > READY_WITHIN_MS)
      throw new Error(`the service was not ready within ${READY_WITHIN_MS} ms`);
    await sleep(POLL_EVERY_MS);
  }
  return { process: child, port, readyMs: performance.now() - started };
}

/** Returns the status code, or undefined if nothing is listening on the port yet. */
function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, timeout: 1_000, agent: false }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
  });
}
