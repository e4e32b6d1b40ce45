import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** The time limits for connecting and for a response. */
const CONNECT_WITHIN_MS = 1_000;
const ANSWER_WITHIN_MS = 250;
/** The interval between health checks while Redis is available. */
const ASK_EVERY_MS = 1_000;
/** The first wait before reconnecting; it doubles with each attempt, up to the maximum. */
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 2_000;
/** If Redis has been available for this long, the next outage starts with the first wait again. */
const STEADY_AFTER_MS = 10_000;

interface RedisLink {
  /** Fails immediately while disconnected; commands are not queued. */
  readonly client: Redis;
  isUp(): boolean;
  /**
   * Resolves to Redis's response. Throws on an error or timeout, after which Redis counts as unavailable
   * until a health check succeeds.
   */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer>;
  /** Resolves within two seconds, after the first attempt to connect has succeeded or failed. */
  readonly firstTried: Promise<void>;
  close(): Promise<void>;
}

interface RedisLinkOptions {
  readonly url: string;
  /** The health check, which is repeated every second. Redis counts as available while it succeeds. */
  readonly prove: () => Promise<unknown>;
  /** Called with a reason when availability changes, and after a failed first attempt. */
  readonly onChange: (up: boolean, reason: string) => void;
}

/** Maintains a connection to Redis. Never throws, even if the address belongs to another kind of server. */
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
  /** Undefined until the first attempt has ended. */
  up: boolean | undefined;
  readonly #options: RedisLinkOptions;
  readonly #stopping = new AbortController();
  /** One per connection; aborted when the connection is lost. */
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
      // This class reconnects by itself, because Redis also has to pass the health check to be available.
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
    // Lets a process that has nothing else to do, such as after a failed start, exit despite the connection.
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
 * Returns the promise's result, or throws on timeout. If this process was paused, a response may already have
 * arrived, but timers run before network input is read. So a timeout only applies after pending input has
 * been read.
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

/**
 * Closes the connection and fails every pending command, without waiting for a peer that does not respond.
 */
async function hangUp(client: Redis): Promise<void> {
  if (client.status === 'end' || client.status === 'wait') return;
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.disconnect();
  await ended;
}

/** Returns a short reason for the log. The error itself may contain the failed command with a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'closed';
  if (error instanceof NoAnswer) return 'no answer';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? 'closed';
}
