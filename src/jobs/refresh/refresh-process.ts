import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HEAP_GROWTH } from '../../platform/threads/heap-growth.ts';
import { type PlainError, toError } from '../../platform/threads/plain-error.ts';
import type { LoadProgress } from '../../published-state/first-load.ts';
import type { RefreshResult } from './refresh-result.ts';

/** The message that starts a refresh. */
export interface RefreshOrder {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * True if nothing has been published yet. Requests cannot be served until the refresh is done, so it does
   * not run in the background.
   */
  readonly isAwaited?: boolean;
  /**
   * True if the data folder is empty. Fictional files are created and read immediately, and are published
   * when {@link RefreshProcess.letPublish} allows it.
   */
  readonly isAhead?: boolean;
  /** The number of fictional vendors. Tests use fewer. */
  readonly demoVendors?: number;
}

/** A message to a refresh process. */
export type RefreshMessage = { readonly order: RefreshOrder } | 'publish' | 'break off';

/** A progress report from a refresh process. There can be any number of them. */
export type RefreshNews = { readonly progress: LoadProgress };

/** The final message from a refresh process, which is sent once. */
export type RefreshAnswer = { readonly result: RefreshResult } | { readonly failure: PlainError };

/**
 * A refresh in a process of its own. A thread would compete with request handling for resources that all
 * threads in a process share: memory locks, and the threads on which V8 collects garbage. A low-priority
 * thread holds those resources even while it waits for a core.
 */
export interface RefreshProcess {
  /** The result of the refresh. Rejects if the refresh failed. */
  readonly result: Promise<RefreshResult>;
  /** Calls the listener with the latest progress, if there is any, and with every later report. */
  follow(listener: (progress: LoadProgress) => void): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /**
   * Allows the prepared records to be published, because the tables exist and no other process is creating
   * the records. Returns false if the process has ended.
   */
  letPublish(): boolean;
  /** Ends the refresh, which then changes nothing. A process that is too busy to respond is killed. */
  stop(): Promise<void>;
}

export const REFRESH_MEMORY_MB = 1_024;
/**
 * Half the size of the process's young space. Processes that serve requests have less (`cli/heap-settings.ts`),
 * but this process ends soon.
 */
const YOUNG_HALF_MB = 16;
/** The time that a refresh has to stop on its own before it is killed. */
const STOP_WITHIN_MS = 2_000;
const PROGRAM = fileURLToPath(new URL('./refresh-program.ts', import.meta.url));

/** Starts a refresh. It keeps the current process alive unless it was started early, without an order. */
export function startRefresh({ isAwaited = false, isAhead = false, ...order }: RefreshOrder): RefreshProcess {
  const isInBackground = !isAwaited && !isAhead;
  const child = fork(PROGRAM, [], {
    execArgv: [
      `--max-old-space-size=${REFRESH_MEMORY_MB}`,
      `--max-semi-space-size=${YOUNG_HALF_MB}`,
      // While requests cannot be served, time matters more than memory.
      ...(isInBackground ? [HEAP_GROWTH] : []),
    ],
    serialization: 'advanced',
  });
  const tell = (message: RefreshMessage): void => {
    // If the process has just ended, its final message or its exit code gives the reason.
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
  // An early process is not needed yet. If it fails, another process does the work when requested and reports
  // the reason.
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

/** Sets whether this process stays alive as long as the child does. */
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

/** Narrows the type: the refresh program does not send anything else. */
function asMessage(message: unknown): RefreshNews | RefreshAnswer {
  return message as RefreshNews | RefreshAnswer;
}

/** Thrown when a refresh process ended without a final message. */
export class RefreshEnded extends Error {
  /** True if V8 aborted the process because the process exceeded its memory limit. */
  readonly isOutOfMemory: boolean;

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`the process of the refresh ended with ${code ?? signal}`);
    this.isOutOfMemory = signal === 'SIGABRT' || code === ABORTED;
  }
}

/** The exit code of an aborted process on systems without signals. */
const ABORTED = 134;
