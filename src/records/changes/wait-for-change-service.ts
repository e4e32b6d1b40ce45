import { AppError } from '../../http/errors/errors.ts';

/**
 * While requests wait, the process queries the highest number this often, because another process may have
 * published.
 */
const LOOK_EVERY_MS = 1_000;
/**
 * Requests that may wait at once in this process; the second limit is for each account, with any number of
 * keys, or for each network without a key.
 */
export const WAITING_MAX = 200;
export const WAITING_OF_CLIENT_MAX = 10;
/** In seconds. A place is free again after at most 30. */
const TRY_AGAIN = { 'retry-after': '5' };

/** Lets requests wait for changes without a database connection. One query per second serves all of them. */
export interface ChangeWaiter {
  /**
   * Resolves if there is a change after `number`, after `ms`, if `gone` is aborted, or if the process stops.
   * Throws `busy` or `rate_limited` if too many requests wait. A failed query ends nothing: the next one
   * follows a second later.
   */
  waitBehind(
    number: number,
    options: { readonly ms: number; readonly client: string; readonly gone: AbortSignal },
  ): Promise<void>;
  /** Queries at once, because something was published. */
  look(): void;
  /** Ends all waiting requests, now and in the future. */
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
        // A request that arrives during the query has read the feed later, and waits for the next query.
        const asking = [...waiting];
        const last = await findLastNumber();
        for (const each of asking) if (each.number < last) each.end();
      } while (lookAgain);
    } catch {
      // One busy moment of the database would end all requests at once. Instead, each reads the feed when its
      // time is over, and fails then if the database is still unavailable.
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
