import { availableParallelism } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { VendorFacts } from '../intake/facts.ts';
import type { RecordContext } from '../vendors/record.ts';
import type { MadeRecord } from '../vendors/record-rows.ts';
import { makeRecords } from './make-records.ts';

/** Fewer parts are made sooner than a thread has started. */
const PARTS_HERE = 2;
/** So many parts wait for the thread at most: what is more is made here, while the thread is at work. */
const PARTS_OF_THREAD = 2;
/** A part has a few thousand visits at most, but for those of its last license. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 256 } as const;

/** Undefined: here at first, and then wherever it takes less time. */
export type WhereMade = 'here' | 'thread' | undefined;

/**
 * Makes records here and on a thread of its own, while the caller reads what the next ones are made from and writes the last
 * ones. Whoever makes them, they are the same.
 */
export class RecordMaker {
  readonly #context: RecordContext;
  readonly #where: WhereMade;
  #partsMade = 0;
  #thread: MakerThread | undefined;

  /** On one processor a thread would only take turns with this one. */
  constructor(context: RecordContext, where: WhereMade = availableParallelism() < 2 ? 'here' : undefined) {
    this.#context = context;
    this.#where = where;
  }

  /** Lets messages through: SQLite answers without ever doing so. To be awaited before each part. */
  async listen(): Promise<void> {
    await turn();
  }

  /**
   * The records of a part, in the order of the facts. More may be asked for before the answer is there. When the thread fails, so
   * does each part that it has or would get.
   */
  async make(facts: readonly VendorFacts[]): Promise<readonly MadeRecord[]> {
    const isThreadUseful = this.#where === 'thread' || (!this.#where && this.#partsMade >= PARTS_HERE);
    if (isThreadUseful) this.#thread ??= new MakerThread(this.#context);
    this.#partsMade += 1;
    if (this.#thread && (this.#where === 'thread' || this.#thread.takesMore)) return this.#thread.make(facts);
    return makeRecords(facts, this.#context);
  }

  async close(): Promise<void> {
    await this.#thread?.stop();
  }
}

/** A thread that makes the records of one part after the other. */
class MakerThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<readonly MadeRecord[]>[] = [];
  #isReady = false;
  #failure: unknown;

  constructor(context: RecordContext) {
    this.#worker = new Worker(new URL('./make-records-job.ts', import.meta.url), {
      workerData: context,
      resourceLimits: THREAD_MEMORY,
    });
    this.#worker.on('message', (made: 'ready' | readonly MadeRecord[]) => {
      if (made === 'ready') this.#isReady = true;
      else this.#waiting.shift()?.resolve(made);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that makes records ended early.')));
  }

  /** Also when it failed, so that the next part says why. */
  get takesMore(): boolean {
    return this.#failure !== undefined || (this.#isReady && this.#waiting.length < PARTS_OF_THREAD);
  }

  async make(facts: readonly VendorFacts[]): Promise<readonly MadeRecord[]> {
    if (this.#failure !== undefined) throw this.#failure;
    const made = Promise.withResolvers<readonly MadeRecord[]>();
    this.#waiting.push(made);
    // As text: copying objects takes longer.
    this.#worker.postMessage(JSON.stringify(facts));
    return made.promise;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const each of this.#waiting.splice(0)) each.reject(this.#failure);
  }
}
