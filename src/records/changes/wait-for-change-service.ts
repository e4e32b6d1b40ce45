import { AppError } from '../../http/errors/errors.ts';

/** How often a process that somebody waits in asks for the highest number; another process may have published. */
const LOOK_EVERY_MS = 1_000;
/** Requests that may wait at once in this process; of each account, with however many keys, or each network without a key. */
export const WAITING_MAX = 200;
export const WAITING_OF_CLIENT_MAX = 10;
/** In seconds; a place is free again after 30 at the latest. */
const TRY_AGAIN = { 'retry-after': '5' };

/** Lets requests wait for changes without a database connection: one look a second serves all of them. */
export interface ChangeWaiter {
  /**
   * Resolves when there is a change behind `number`, after `ms`, when `gone` is aborted, or when the process stops. Throws
   * `busy` or `rate_limited` when too many wait. A look that fails ends nothing: the next one is a second later.
   */
  waitBehind(
    number: number,
    options: { readonly ms: number; readonly client: string; readonly gone: AbortSignal },
  ): Promise<void>;
  /** Looks at once: something was published. */
  look(): void;
  /** Sends everybody home, now and from now on. */
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
        // Whoever comes while it looks has read the feed later than it, and waits for the next look.
        const asking = [...waiting];
        const last = await findLastNumber();
        for (const each of asking) if (each.number < last) each.end();
      } while (lookAgain);
    } catch {
      // One busy moment of the database would send everybody back at once. Each reads the feed when its time is over, and
      // is told then if the database is still away.
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
      `${WAITING_OF_CLIENT_MAX} of your requests wait for changes already. Ask without wait, or later.`,
      { headers: TRY_AGAIN },
    );
  if (waiting.length >= WAITING_MAX)
    throw new AppError('busy', 'Too many requests wait for changes. Ask without wait, or later.', {
      headers: TRY_AGAIN,
    });
}
