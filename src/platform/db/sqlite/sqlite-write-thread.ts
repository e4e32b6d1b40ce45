import { Worker } from 'node:worker_threads';
import { settledWithin } from '../../../lib/wait-within.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { ConnectionOptions } from './sqlite-connection.ts';

const PROGRAM = new URL('./sqlite-write-job.ts', import.meta.url);
/** A thread that ended is not started again at once: it may end each time. */
const START_AGAIN_AFTER_MS = 5_000;
const STOP_WITHIN_MS = 1_500;
/** Its statements have some hundred short values. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** What the thread opens. */
export interface ThreadData {
  readonly file: string;
  readonly connection: ConnectionOptions;
}

export interface WriteOrder {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** How long it tries while another process has the lock. */
  readonly lockMs: number;
}

export type WriteReport = 'ready' | 'written' | { readonly message: string; readonly errcode: number };

/**
 * A thread with a connection of its own, which writes one statement at a time and waits for the disk while this thread answers. It is
 * started when it is first asked for, and again some time after it ended.
 */
export class WriteThread {
  readonly #data: ThreadData;
  readonly #program: URL;
  readonly #startAgainAfterMs: number;
  #worker: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isReady = false;
  #isStopped = false;
  #startAfter = 0;
  #writing: PromiseWithResolvers<void> | undefined;

  constructor(data: ThreadData, { program = PROGRAM, startAgainAfterMs = START_AGAIN_AFTER_MS } = {}) {
    this.#data = data;
    this.#program = program;
    this.#startAgainAfterMs = startAgainAfterMs;
  }

  /** Whether it can write now. */
  get isThere(): boolean {
    return this.#isReady;
  }

  /** Whether it can write now; starts it when it does not run. */
  isReady(): boolean {
    if (!this.#worker && !this.#isStopped && performance.now() >= this.#startAfter) this.#start();
    return this.#isReady;
  }

  /**
   * Resolves when the statement is committed; rejects with SQLite's error, and when the thread ends first. Then nobody knows whether it
   * was committed. One at a time, and only while it is ready.
   */
  async write(order: WriteOrder): Promise<void> {
    if (!this.#isReady || this.#writing) throw new Error('the thread that writes is not free');
    this.#writing = Promise.withResolvers();
    this.#worker?.ref();
    this.#worker?.postMessage(order);
    await this.#writing.promise;
  }

  /** Lets it finish what it writes. Afterwards it is not ready any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isReady = false;
    this.#worker?.postMessage('stop');
    if (!(await settledWithin(this.#ended, STOP_WITHIN_MS))) void this.#worker?.terminate();
  }

  #start(): void {
    let worker: Worker;
    try {
      worker = new Worker(this.#program, { workerData: this.#data, resourceLimits: MEMORY });
    } catch {
      // The system has no thread left: everything is written by the thread that answers meanwhile.
      this.#startAfter = performance.now() + this.#startAgainAfterMs;
      return;
    }
    this.#worker = worker;
    let cause: unknown;
    worker.on('message', (report: WriteReport) => this.#take(report));
    worker.on('error', (error) => {
      cause = error;
    });
    this.#ended = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.#worker = undefined;
        this.#isReady = false;
        this.#startAfter = performance.now() + this.#startAgainAfterMs;
        this.#settle(new DatabaseUnavailable('broken', `thread ended with ${code}`, { cause }));
        resolve();
      });
    });
    // Only while it writes does the process wait for it.
    worker.unref();
  }

  #take(report: WriteReport): void {
    if (report === 'ready') this.#isReady = !this.#isStopped;
    else if (report === 'written') this.#settle(undefined);
    else this.#settle(asSqliteError(report));
  }

  #settle(failure: Error | undefined): void {
    const writing = this.#writing;
    this.#writing = undefined;
    this.#worker?.unref();
    if (failure) writing?.reject(failure);
    else writing?.resolve();
  }
}

/** As `node:sqlite` throws it. */
function asSqliteError({ message, errcode }: Exclude<WriteReport, string>): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}
