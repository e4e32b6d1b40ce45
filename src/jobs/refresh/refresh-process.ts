import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HEAP_GROWTH } from '../../platform/threads/heap-growth.ts';
import { type PlainError, toError } from '../../platform/threads/plain-error.ts';
import type { LoadProgress } from '../../published-state/first-load.ts';
import type { RefreshResult } from './refresh-result.ts';

/** What a refresh is started with. */
export interface RefreshOrder {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Nothing is published yet: requests have no answer before this is done, so it does not run in the background. */
  readonly isAwaited?: boolean;
  /** The data folder is empty: fictional files are made and read at once, and published when {@link RefreshProcess.letPublish} says so. */
  readonly isAhead?: boolean;
  /** Fewer in tests. */
  readonly demoVendors?: number;
}

/** What the process of a refresh is told. */
export type RefreshMessage = { readonly order: RefreshOrder } | 'publish' | 'break off';

/** What it says of its progress, any number of times. */
export type RefreshNews = { readonly progress: LoadProgress };

/** What it answers with, once. */
export type RefreshAnswer = { readonly result: RefreshResult } | { readonly failure: PlainError };

/**
 * One refresh in a process of its own. As a thread it would share with the requests what the threads of one process take turns at: the locks
 * of memory, and the threads on which V8 collects garbage. A thread of low priority that has to wait for a core holds them for that long.
 */
export interface RefreshProcess {
  /** What the refresh came to; rejects if it failed. */
  readonly result: Promise<RefreshResult>;
  /** Calls the listener with the newest progress, if there is any, and with all that follows. */
  follow(listener: (progress: LoadProgress) => void): void;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  /** Tables are there, and no other process makes the records: what was made ahead may be published. False if the process has ended. */
  letPublish(): boolean;
  /** Ends the refresh, which changes nothing. A process that computes and does not answer is killed. */
  stop(): Promise<void>;
}

export const REFRESH_MEMORY_MB = 1_024;
/** One half of its space for new objects. What answers requests has less (`cli/young-space.ts`); this process is soon gone. */
const YOUNG_HALF_MB = 16;
/** How long a refresh may take to stop by itself before it is killed. */
const STOP_WITHIN_MS = 2_000;
const PROGRAM = fileURLToPath(new URL('./refresh-program.ts', import.meta.url));

/** Starts a refresh. It keeps this process alive unless it is ahead of its order. */
export function startRefresh({ isAwaited = false, isAhead = false, ...order }: RefreshOrder): RefreshProcess {
  const isInBackground = !isAwaited && !isAhead;
  const child = fork(PROGRAM, [], {
    execArgv: [
      `--max-old-space-size=${REFRESH_MEMORY_MB}`,
      `--max-semi-space-size=${YOUNG_HALF_MB}`,
      // While nobody can be answered, time counts for more than memory.
      ...(isInBackground ? [HEAP_GROWTH] : []),
    ],
    serialization: 'advanced',
  });
  const tell = (message: RefreshMessage): void => {
    // One that has just ended has said why, or says so with its exit.
    if (child.connected) child.send(message, () => {});
  };
  tell({ order: { ...order, isAwaited: !isInBackground, isAhead } });
  const ended = once(child, 'exit').then(
    () => {},
    () => {},
  );
  const result = resultOf(child);
  let newest: LoadProgress | undefined;
  let listen: (progress: LoadProgress) => void = () => {};
  child.on('message', (message) => {
    const said = asMessage(message);
    if (!('progress' in said)) return;
    newest = said.progress;
    listen(newest);
  });
  // Nobody asked for anything yet if it is ahead: another process does the same when it is asked for, and says why that failed.
  result.catch(() => {});
  if (isAhead) keepAlive(child, false);
  return {
    result,
    ended,
    follow(listener) {
      listen = listener;
      if (newest) listener(newest);
    },
    letPublish() {
      if (!child.connected) return false;
      keepAlive(child, true);
      tell('publish');
      return true;
    },
    async stop() {
      tell('break off');
      const late = new AbortController();
      await Promise.race([ended, wait(STOP_WITHIN_MS, undefined, late).catch(() => {})]);
      late.abort();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Whether this process stays for as long as the other one. */
function keepAlive(child: ChildProcess, isKept: boolean): void {
  for (const each of [child, child.channel])
    if (isKept) each?.ref();
    else each?.unref();
}

function resultOf(child: ChildProcess): Promise<RefreshResult> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const said = asMessage(message);
      if ('result' in said) resolve(said.result);
      else if ('failure' in said) reject(toError(said.failure));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new RefreshEnded(code, signal)));
  });
}

/** The program of a refresh sends nothing else. */
function asMessage(message: unknown): RefreshNews | RefreshAnswer {
  return message as RefreshNews | RefreshAnswer;
}

/** The process of a refresh ended without an answer. */
export class RefreshEnded extends Error {
  /** V8 aborts a process that needs more memory than it may have. */
  readonly isOutOfMemory: boolean;

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`the process of the refresh ended with ${code ?? signal}`);
    this.isOutOfMemory = signal === 'SIGABRT' || code === ABORTED;
  }
}

/** The exit code of an aborted process where there are no signals. */
const ABORTED = 134;
