import type { Logger } from './log/log.ts';

/** Polls the database for queued work, and logs when that is not possible. */

/**
 * Calls `look` repeatedly until stopped, each time `pauseMs` after the previous call has ended. `stop`
 * resolves once no call is running. `look` must not throw.
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

/** Logs the beginning and the end of an outage, but not every failure during the outage. */
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
