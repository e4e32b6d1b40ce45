import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../test/support/free-port.ts';

/** The real service, `src/main.ts serve`, which can be killed and restarted on the same data and port. */
export interface Service {
  readonly url: string;
  /** Returns the time on the service's clock. */
  now(): number;
  /**
   * Starts the service with a folder of the regulator's files. Its clock is set to the given time or to half
   * an hour after the last kill.
   */
  start(options?: {
    readonly files?: string;
    readonly at?: string;
    readonly looker?: Looker | undefined;
  }): Promise<void>;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
  /** Returns the phase of the service's import, to count in which phase it was killed. */
  phase(): ImportPhase;
  /** Resolves to true once the service has logged this message, and to false if the service ends first. */
  logged(message: string): Promise<boolean>;
  /** The duration of the last complete import and of the comparisons after it, in milliseconds. */
  readonly takesMs: Readonly<Record<'importing' | 'looking', number>>;
  /** Errors that the service logged, across all restarts. */
  readonly errors: readonly string[];
}

/** When the second process compares: from the start, or after the import. */
export type Looker = 'early' | 'late';
type ImportPhase = 'starting' | 'importing' | 'looking' | 'after';

const MAIN = path.resolve(import.meta.dirname, '../../../src/main.ts');
const LOOKER = path.resolve(import.meta.dirname, 'second-watcher.ts');
const CLOCK = path.resolve(import.meta.dirname, 'shifted-clock.ts');
/** This is longer than any lease, or any claim on an email, that a killed process leaves. */
const AHEAD_EACH_START_MS = 31 * 60_000;
const LISTENS_WITHIN_MS = 60_000;
const LOG_LEVEL_ERROR = 50;

interface Life {
  readonly children: readonly ChildProcess[];
  readonly ended: Promise<unknown>;
  readonly seen: Map<string, number>;
  readonly waiting: Set<() => void>;
  isOver: boolean;
}

export async function createService(settings: Readonly<Record<string, string>>): Promise<Service> {
  // Links in emails contain the port, so the port stays the same across all restarts.
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const errors: string[] = [];
  let aheadMs = 0;
  let source = '';
  const takesMs = { importing: 500, looking: 50 };
  let life: Life | undefined;

  const begin = (looker: Looker | undefined): Life => {
    const env = {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      BASE_URL: url,
      REGULATOR_SOURCE: source,
      RATE_LIMIT_ACCOUNT: '0',
      PASSWORD_HASH_COST: '10',
      CLOCK_AHEAD_MS: String(aheadMs),
      ...settings,
    };
    const programs = [[MAIN, 'serve'], ...(looker ? [[LOOKER, looker]] : [])];
    const children = programs.map((program) =>
      spawn(process.execPath, ['--import', CLOCK, ...program], { env, stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const begun: Life = {
      children,
      ended: Promise.all(children.map((child) => once(child, 'close'))),
      seen: new Map(),
      waiting: new Set(),
      isOver: false,
    };
    const wake = () => [...begun.waiting].map((each) => each());
    for (const child of children) {
      child.stdout && createInterface({ input: child.stdout }).on('line', (text) => take(begun, text, wake));
      child.once('exit', (code, signal) => {
        if (signal !== 'SIGKILL') errors.push(`${child.spawnargs.at(-1)} ended with ${code ?? signal}`);
        begun.isOver = true;
        wake();
      });
    }
    return begun;
  };
  const take = ({ seen }: Life, text: string, wake: () => void): void => {
    const { level, msg, err } = JSON.parse(text) as { level: number; msg: string; err?: { message: string } };
    if (level >= LOG_LEVEL_ERROR) errors.push(err ? `${msg}: ${err.message}` : msg);
    seen.set(msg.replace(/ at .*/, ''), performance.now());
    const since = (earlier: string) => performance.now() - (seen.get(earlier) ?? 0);
    if (msg === 'refresh finished') takesMs.importing = since('refresh started');
    if (msg === 'steps after the refresh are done') takesMs.looking = since('refresh finished');
    wake();
  };
  const logged = async (message: string): Promise<boolean> => {
    const { seen, waiting } = life ?? { seen: new Map(), waiting: new Set() };
    while (life && !seen.has(message) && !life.isOver)
      await new Promise<void>((resolve) => {
        const look = () => {
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    return seen.has(message);
  };
  const kill = async (): Promise<void> => {
    for (const child of life?.children ?? []) child.kill('SIGKILL');
    await life?.ended;
  };
  process.once('exit', () => {
    for (const child of life?.children ?? []) child.kill('SIGKILL');
  });
  return {
    url,
    errors,
    takesMs,
    logged,
    kill,
    now: () => Date.now() + aheadMs,
    async start({ files, at, looker } = {}) {
      source = files ?? source;
      aheadMs = at === undefined ? aheadMs + AHEAD_EACH_START_MS : Date.parse(at) - Date.now();
      life = begin(looker);
      const listens = await Promise.race([
        logged('Server listening'),
        wait(LISTENS_WITHIN_MS, false, { ref: false }),
      ]);
      if (!listens) throw new Error(`the service does not start: ${errors.at(-1)}`);
    },
    phase() {
      const has = (message: string) => life?.seen.has(message) === true;
      if (has('steps after the refresh are done')) return 'after';
      if (has('refresh finished')) return 'looking';
      return has('refresh started') ? 'importing' : 'starting';
    },
  };
}
