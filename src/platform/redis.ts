import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Longest that connecting may take, and that an answer may. */
const CONNECT_WITHIN_MS = 1_000;
const ANSWER_WITHIN_MS = 250;
/** While it is up, how often it is asked whether it still is. */
const ASK_EVERY_MS = 1_000;
/** While it is away: the first wait, doubled up to the last one. */
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 2_000;
/** Up for as long as this, and the next loss is retried from the first wait again. */
const STEADY_AFTER_MS = 10_000;

interface RedisLink {
  /** Fails at once while it is not connected; keeps nothing for later. */
  readonly client: Redis;
  isUp(): boolean;
  /** The answer; throws when it fails or takes too long, and Redis is away from then on, until it has proved itself. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>;
  /** Resolves when the first attempt has come out, one way or the other: within two seconds. */
  readonly firstTried: Promise<void>;
  close(): Promise<void>;
}

interface RedisLinkOptions {
  readonly url: string;
  /** What is needed of Redis; it is up when this succeeds, and is asked again every second. */
  readonly prove: () => Promise<unknown>;
  /** Called when it goes up and when it goes away, with a word why, and after a first attempt that failed. */
  readonly onChange: (up: boolean, reason: string) => void;
}

/** Keeps a connection to Redis for as long as it takes; never throws, whatever is at that address. */
export function connectRedis(options: RedisLinkOptions): RedisLink {
  const link = new Link(options);
  const running = link.run();
  return {
    client: link.client,
    firstTried: link.firstTried.promise,
    isUp: () => link.up === true,
    ask: (question) => link.ask(question),
    async close() {
      await link.stop();
      await running;
    },
  };
}

class Link {
  readonly client: Redis;
  readonly firstTried = Promise.withResolvers<void>();
  /** Undefined until the first attempt has come out. */
  up: boolean | undefined;
  readonly #options: RedisLinkOptions;
  readonly #stopping = new AbortController();
  /** One for each connection; aborted when it is lost. */
  #session = new AbortController();
  #lineError: unknown;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.client = new Redis(options.url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_WITHIN_MS,
      disconnectTimeout: RETRY_FIRST_MS,
      // Connecting again is decided here, so that being up means more than an open line.
      retryStrategy: null,
    });
    // Without a listener, ioredis writes its errors to the console.
    this.client.on('error', (error: unknown) => {
      this.#lineError = error;
    });
    this.client.on('close', () => this.#lose(this.#session, this.#lineError));
  }

  async run(): Promise<void> {
    const { signal } = this.#stopping;
    let retryMs = RETRY_FIRST_MS;
    while (!signal.aborted) {
      let upSince = Number.POSITIVE_INFINITY;
      try {
        await this.#connectOnce();
        upSince = performance.now();
        await this.#stayConnected(this.#session.signal);
      } catch (error) {
        this.#become(false, this.#lineError ?? error);
      }
      await hangUp(this.client);
      if (performance.now() - upSince > STEADY_AFTER_MS) retryMs = RETRY_FIRST_MS;
      await wait(retryMs, signal).catch(() => {});
      retryMs = Math.min(retryMs * 2, RETRY_LAST_MS);
    }
  }

  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#session;
    try {
      return await within(ANSWER_WITHIN_MS, question());
    } catch (error) {
      this.#lose(asked, error);
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#session.abort();
    await hangUp(this.client);
  }

  async #connectOnce(): Promise<void> {
    this.#session = new AbortController();
    this.#lineError = undefined;
    await within(CONNECT_WITHIN_MS, this.client.connect());
    await within(ANSWER_WITHIN_MS, this.#options.prove());
    // A process that has nothing else to do, a start that failed for one, ends in spite of the line.
    this.client.stream.unref();
    this.#become(true);
  }

  async #stayConnected(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(ASK_EVERY_MS, signal);
      await within(ANSWER_WITHIN_MS, this.#options.prove());
    }
  }

  #lose(lost: AbortController, error: unknown): void {
    if (lost === this.#session) this.#become(false, error);
    lost.abort();
  }

  #become(state: boolean, error?: unknown): void {
    this.firstTried.resolve();
    if (this.up === state || this.#stopping.signal.aborted) return;
    this.up = state;
    this.#options.onChange(state, reasonOf(error));
  }
}

class NoAnswer extends Error {}

/**
 * The promise's outcome, or a failure when it takes too long. Timers run before what has come in over the network
 * is read, so after a pause of our own an answer may be there already: it is read before it is called late.
 */
async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => late.reject(new NoAnswer('no answer'))), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return pause(ms, undefined, { signal, ref: false });
}

/** Ends the line and everything that waits on it; a peer that says nothing is not waited for. */
async function hangUp(client: Redis): Promise<void> {
  if (client.status === 'end' || client.status === 'wait') return;
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.disconnect();
  await ended;
}

/** A word for the log. Never the error itself: it may hold the command that failed, and so a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'closed';
  if (error instanceof NoAnswer) return 'no answer';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? 'closed';
}
