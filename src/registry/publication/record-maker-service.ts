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
/** V8 takes what it may before it collects. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 128 } as const;
/** A part has a few thousand visits at most, but for those of its last license. One that the thread has no room for is made here. */
const THREAD_TEXT_MAX = 16_000_000;

/** Undefined: here at first, and then wherever it takes less time. */
export type WhereMade = 'here' | 'thread' | undefined;

/**
 * Makes records here and on a thread of its own, while the caller reads what the next ones are made from and writes the last
 * ones. Whoever makes them, they are the same.
 */
export class RecordMaker {
  readonly #where: WhereMade;
  #context: RecordContext | undefined;
  #partsMade = 0;
  #thread: MakerThread | undefined;

  /** On one processor a thread would only take turns with this one. */
  constructor(where: WhereMade = availableParallelism() < 2 ? 'here' : undefined) {
    this.#where = where;
  }

  /** Starts the thread before it is known what records are made as of, so that it is ready when the first are. */
  warmUp(): void {
    if (this.#where !== 'here') this.#thread ??= new MakerThread();
  }

  /** To be called before any record is made. */
  begin(context: RecordContext): void {
    this.#context = context;
    this.#thread?.begin(context);
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
    if (!this.#context) throw new Error('it is not said yet what records are made as of');
    const isThreadUseful = this.#where === 'thread' || (!this.#where && this.#partsMade >= PARTS_HERE);
    if (isThreadUseful && !this.#thread) {
      this.#thread = new MakerThread();
      this.#thread.begin(this.#context);
    }
    this.#partsMade += 1;
    if (!this.#thread || (this.#where !== 'thread' && !this.#thread.takesMore))
      return makeRecords(facts, this.#context);
    // As text: copying objects takes longer.
    const text = JSON.stringify(facts);
    return text.length > THREAD_TEXT_MAX ? makeRecords(facts, this.#context) : this.#thread.make(text);
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

  constructor() {
    this.#worker = new Worker(new URL('./make-records-job.ts', import.meta.url), {
      resourceLimits: THREAD_MEMORY,
    });
    this.#worker.on('message', (made: 'ready' | readonly MadeRecord[]) => {
      if (made === 'ready') this.#isReady = true;
      else this.#waiting.shift()?.resolve(made);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that makes records ended early.')));
  }

  begin(context: RecordContext): void {
    this.#worker.postMessage(context);
  }

  /** Also when it failed, so that the next part says why. */
  get takesMore(): boolean {
    return this.#failure !== undefined || (this.#isReady && this.#waiting.length < PARTS_OF_THREAD);
  }

  async make(facts: string): Promise<readonly MadeRecord[]> {
    if (this.#failure !== undefined) throw this.#failure;
    const made = Promise.withResolvers<readonly MadeRecord[]>();
    this.#waiting.push(made);
    this.#worker.postMessage(facts);
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
