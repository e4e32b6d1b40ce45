import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from '../platform/log.ts';
import { EXIT } from './output.ts';

/** How long after the first signal requests, mails and outgoing calls may continue before they are cut off. */
const CUT_OFF_AFTER_MS = 6_000;
/** When, after the first signal, the process ends whatever still runs. Below the promised 10 s. */
const END_AFTER_MS = 9_500;

interface Stop {
  /** Aborted when it is time to cut off what is still in flight. */
  readonly cutOff: AbortSignal;
  /** Resolves with the first SIGTERM or SIGINT. Before this is called, a signal ends the process at once. */
  asked(): Promise<string>;
}

/**
 * How the process stops: it finishes work, then cuts it off, then exits. A second signal ends it at once. One of several workers
 * stops when `told` resolves, to the reason; signals are then not its own to follow.
 */
export function prepareStop(log: Logger, told?: Promise<string>): Stop {
  const controller = new AbortController();
  const begin = (signal: string): void => {
    log.info({ signal }, 'stopping');
    setTimeout(() => controller.abort(), CUT_OFF_AFTER_MS).unref();
    setTimeout(() => end(log, 'not everything stopped in time; ending without it'), END_AFTER_MS).unref();
  };
  return {
    cutOff: controller.signal,
    async asked() {
      if (!told) return bySignal();
      const why = await told;
      begin(why);
      return why;
    },
  };

  function bySignal(): Promise<string> {
    return new Promise((resolve) => {
      let asked = false;
      const take = (signal: string): void => {
        if (asked) end(log, 'asked to stop a second time; ending at once');
        asked = true;
        begin(signal);
        resolve(signal);
      };
      for (const name of ['SIGTERM', 'SIGINT']) process.on(name, take);
    });
  }
}

/** Acknowledged work is on disk; work that is cut off here is rolled back or repeated at the next start. */
function end(log: Logger, why: string): never {
  log.error(why);
  process.exit(EXIT.failed);
}

/** How long connections without a request may stay open after another process has taken over. */
const DRAIN_WITHIN_MS = 5_000;

/**
 * Takes no new connections and answers everything that comes over open ones, telling each client that its connection ends with
 * the answer. Resolves when the last has ended, after five seconds, or when `isUrgent` resolves.
 */
export async function drain(server: Server, isUrgent: Promise<void>): Promise<void> {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.setHeader('connection', 'close'),
  );
  let late: NodeJS.Timeout | undefined;
  const isLate = new Promise<void>((resolve) => {
    late = setTimeout(resolve, DRAIN_WITHIN_MS);
  });
  // Not the HTTP server's own `close`, which also ends connections that a client is about to use.
  const isEmpty = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  await Promise.race([isEmpty, isLate, isUrgent]);
  clearTimeout(late);
}

interface RequestCount {
  /** Resolves when the server has closed: to how many requests had no whole answer when `cutOff` was aborted. */
  close(cutOff: AbortSignal): Promise<number>;
}

/** Counts requests in progress. Once the server closes, the connection of an answered request is closed too. */
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
