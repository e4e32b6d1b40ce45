import { AppError } from '../../http/errors/errors.ts';

/**
 * The interval at which the process queries the highest number while requests wait, because another process
 * may have published.
 */
const LOOK_EVERY_MS = 1_000;
/**
 * The maximum number of requests that may wait in this process at the same time. The second limit applies to
 * each account, regardless of its number of keys, or to each network for requests without a key.
 */
export const WAITING_MAX = 200;
export const WAITING_OF_CLIENT_MAX = 10;
/** The wait before a retry, in seconds. A slot is freed after at most 30 seconds. */
const TRY_AGAIN = { 'retry-after': '5' };

/**
 * Lets requests wait for changes without holding a database connection. One query per second serves all of
 * them.
 */
export interface ChangeWaiter {
  /**
   * Resolves when there is a change after `number`, after `ms`, when `gone` is aborted, or when the process
   * stops. Throws `busy` or `rate_limited` if too many requests are waiting. A failed query does not end any
   * request, because the next query follows a second later.
   */
  waitBehind(
    number: number,
    options: { readonly ms: number; readonly client: string; readonly gone: AbortSignal },
  ): Promise<void>;
  /** Queries immediately, because something was published. */
  look(): void;
  /** Ends all waiting requests, and any that arrive later. */
  stop(): void;
}

interface Waiting {
  readonly number: number;
  readonly client: string;
  readonly end: () => void;
}

export function createChangeWaiter(findLastNumber: () => Promise<number>): ChangeWaiter {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let lookAgain = false;
  let isStopped = false;

  const look = async (): Promise<void> => {
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = true;
    try {
      do {
        lookAgain = false;
        // A request that arrives while a query is running may have read the feed after that query started, so
        // it waits for the next query.
        const asking = [...waiting];
        const last = await findLastNumber();
        for (const each of asking) if (each.number < last) each.end();
      } while (lookAgain);
    } catch {
      // If a failed query ended the waiting, one busy moment in the database would end all requests together.
      // Instead, each request reads the feed when its time is up, and fails then if the database is still
      // unavailable.
    } finally {
      looking = false;
    }
  };

  const leave = (each: Waiting): void => {
    waiting.delete(each);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    async waitBehind(number, { ms, client, gone }) {
      if (isStopped || gone.aborted) return;
      refuseTooMany([...waiting], client);
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timeout);
          gone.removeEventListener('abort', end);
          leave(each);
          resolve();
        };
        const each: Waiting = { number, client, end };
        const timeout = setTimeout(end, ms);
        gone.addEventListener('abort', end);
        waiting.add(each);
        timer ??= setInterval(() => void look(), LOOK_EVERY_MS);
      });
    },
    look: () => void look(),
    stop() {
      isStopped = true;
      for (const each of [...waiting]) each.end();
    },
  };
}

function refuseTooMany(waiting: readonly Waiting[], client: string): void {
  if (waiting.filter((each) => each.client === client).length >= WAITING_OF_CLIENT_MAX)
    throw new AppError(
      'rate_limited',
      `${WAITING_OF_CLIENT_MAX} of your requests are already waiting for changes. Send the request without wait, or later.`,
      { headers: TRY_AGAIN },
    );
  if (waiting.length >= WAITING_MAX)
    throw new AppError(
      'busy',
      'Too many requests are waiting for changes. Send the request without wait, or later.',
      {
        headers: TRY_AGAIN,
      },
    );
}
