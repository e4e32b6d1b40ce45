import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Failure } from './helper.ts';

const STOP_WITHIN_MS = 5_000;
const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * The temporary folder and the processes of one run. When the run ends, even by an error or signal, the
 * folder is deleted and the processes are stopped.
 */
export interface Workspace {
  readonly folder: string;
  /** Runs `node <file in the project> …args`; its standard error is shown, and its output is discarded. */
  spawnNode(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess;
  /** Runs a file with Node options as a process that answers {@link ask}. */
  forkNode(
    file: string,
    args: readonly string[],
    options: {
      readonly flags: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
    },
  ): ChildProcess;
  /** Runs a file from this folder as a process that answers {@link ask}. */
  forkHelper(file: string): ChildProcess;
  stop(child: ChildProcess): Promise<void>;
  stopAll(): Promise<void>;
  close(): Promise<void>;
}

/** The input for every part of the benchmark. */
export interface BenchContext {
  readonly workspace: Workspace;
  /** The duration of each throughput measurement. */
  readonly seconds: number;
  readonly progress: (text: string) => void;
}

/**
 * Files are kept in memory if the system supports it; otherwise the costs would depend on the speed of a
 * disk.
 */
const IN_MEMORY = '/dev/shm';

export async function openWorkspace({ inMemory = false } = {}): Promise<Workspace> {
  const parent = inMemory && existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir();
  const folder = await mkdtemp(path.join(parent, 'bench-'));
  const children = new Set<ChildProcess>();
  const keep = (child: ChildProcess): ChildProcess => {
    children.add(child);
    child.once('exit', () => children.delete(child));
    // Reports a process that could not be started. Its caller then times out.
    child.once('error', (error) => console.error(error));
    return child;
  };
  const closeAtOnce = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const stopAll = async () => {
    await Promise.all([...children].map(stopChild));
  };
  process.once('exit', closeAtOnce);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code));
  return {
    folder,
    spawnNode: (args, environment) =>
      keep(
        spawn(process.execPath, args, {
          cwd: ROOT,
          // None of the caller's settings reach the service, especially not a DATABASE_URL.
          env: { PATH: process.env.PATH, ...environment },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      ),
    forkNode: (file, args, { flags, environment }) =>
      keep(
        fork(path.resolve(ROOT, file), [...args], {
          cwd: ROOT,
          execArgv: [...flags],
          env: { PATH: process.env.PATH, ...environment },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        }),
      ),
    forkHelper: (file) => keep(fork(path.join(import.meta.dirname, file), { cwd: ROOT, execArgv: [] })),
    stop: stopChild,
    stopAll,
    async close() {
      await stopAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(forced);
}

/** Sends a helper one question and waits for its answer. Rejects if the helper ends or takes too long. */
export async function ask<Schema extends TSchema>(
  child: ChildProcess,
  question: unknown,
  answer: Schema,
  withinMs: number,
): Promise<Static<Schema>> {
  const finished = new AbortController();
  const { signal } = finished;
  try {
    const reply = Promise.race([
      once(child, 'message', { signal }).then(([message]): unknown => message),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`the helper process ended with ${code}`);
      }),
      sleep(withinMs, undefined, { signal }).then(() => {
        throw new Error(`no answer within ${withinMs} ms`);
      }),
    ]);
    child.send(JSON.stringify(question));
    const message = await reply;
    if (Value.Check(Failure, message)) throw new Error(message.failure);
    return Value.Parse(answer, message);
  } finally {
    finished.abort();
  }
}
