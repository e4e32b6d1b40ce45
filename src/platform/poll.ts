import type { Logger } from './log/log.ts';

/** Polls the database for work to send, and logs when that is not possible. */

/**
 * Calls `look` repeatedly, each time `pauseMs` after the previous call has ended, until stopped. `stop`
 * resolves when a running call has ended. `look` must not throw.
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

/** Logs the beginning and the end of an outage, but not every failure in it. */
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
