import type { Logger } from './log/log.ts';

/** For what waits in the database to be sent: looking for it again and again, and saying when that is not possible. */

/**
 * Calls `look` again and again, each time `pauseMs` after it has ended, until stopped; `stop` resolves when a look that is under
 * way has ended. `look` must not throw.
 */
export function startPolling(look: () => Promise<unknown>, pauseMs: number): { stop(): Promise<void> } {
  let looking: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const lookLater = (): void => {
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (!isStopped) lookLater();
      });
    }, pauseMs);
    timer.unref();
  };
  lookLater();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Logs where an outage begins and where it ends, not every second of it. */
export function createOutageLog(
  log: Pick<Logger, 'error' | 'info'>,
  texts: { readonly begins: string; readonly ends: string },
) {
  let isOut = false;
  return {
    failed(error: unknown): void {
      if (!isOut) log.error({ err: error }, texts.begins);
      isOut = true;
    },
    worked(): void {
      if (isOut) log.info(texts.ends);
      isOut = false;
    },
  };
}
