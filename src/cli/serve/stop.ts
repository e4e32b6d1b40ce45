import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from '../../platform/log/log.ts';
import { EXIT } from '../output.ts';

/**
 * The time after the first signal during which requests, emails, and outgoing calls may continue. After that,
 * they are cut off.
 */
const CUT_OFF_AFTER_MS = 6_000;
/**
 * The time after the first signal at which the process ends even if work is still running. It is less than
 * the promised 10 s.
 */
const END_AFTER_MS = 9_500;

interface Stop {
  /** Aborted when it is time to cut off work that is still in progress. */
  readonly cutOff: AbortSignal;
  /** Resolves on the first SIGTERM or SIGINT. Until this is called, a signal ends the process immediately. */
  asked(): Promise<string>;
}

/**
 * Stops the process: it waits for work to finish, then cuts the work off, and then exits. A second signal
 * ends the process immediately.
 */
export function prepareStop(log: Logger): Stop {
  const controller = new AbortController();
  const begin = (signal: string): void => {
    log.info({ signal }, 'stopping');
    setTimeout(() => controller.abort(), CUT_OFF_AFTER_MS).unref();
    setTimeout(() => end(log, 'some work did not stop in time; exiting anyway'), END_AFTER_MS).unref();
  };
  return {
    cutOff: controller.signal,
    asked: () =>
      new Promise((resolve) => {
        let asked = false;
        const take = (signal: string): void => {
          if (asked) end(log, 'second stop signal; exiting now');
          asked = true;
          begin(signal);
          resolve(signal);
        };
        for (const name of ['SIGTERM', 'SIGINT']) process.on(name, take);
      }),
  };
}

/**
 * Ends the process. Acknowledged work is on disk. Work that is cut off here is rolled back or repeated at the
 * next start.
 */
function end(log: Logger, why: string): never {
  log.error(why);
  process.exit(EXIT.failed);
}

interface RequestCount {
  /**
   * Resolves when the server has closed, to the number of requests that did not have a complete response when
   * `cutOff` was aborted.
   */
  close(cutOff: AbortSignal): Promise<number>;
}

/**
 * Counts requests in progress. Once the server is closing, the connection of each answered request is closed
 * too.
 */
export function countRequests(server: Server): RequestCount {
  let open = 0;
  let isClosing = false;
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    close: (cutOff) =>
      new Promise((resolve) => {
        let cut = 0;
        isClosing = true;
        cutOff.addEventListener('abort', () => {
          cut = open;
          server.closeAllConnections();
        });
        server.once('close', () => resolve(cut));
      }),
  };
}
