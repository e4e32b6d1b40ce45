import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from '../platform/log.ts';
import { EXIT } from './output.ts';

/** From the first signal on: how long requests, mails and calls of others may go on before they are cut off. */
const CUT_OFF_AFTER_MS = 6_000;
/** From the first signal on: when the process ends whatever still runs. Below the 10 s that are promised. */
const END_AFTER_MS = 9_500;

interface Stop {
  /** Aborted when it is time to cut off what is still in flight. */
  readonly cutOff: AbortSignal;
  /** Resolves with the first SIGTERM or SIGINT. Before this is called, a signal ends the process at once. */
  asked(): Promise<string>;
}

/** How the process stops: it finishes, then cuts off, then ends. A second signal ends it at once. */
export function prepareStop(log: Logger): Stop {
  const controller = new AbortController();
  const begin = (signal: string): void => {
    log.info({ signal }, 'stopping');
    setTimeout(() => controller.abort(), CUT_OFF_AFTER_MS).unref();
    setTimeout(() => end(log, 'not everything stopped in time; ending without it'), END_AFTER_MS).unref();
  };
  return {
    cutOff: controller.signal,
    asked: () =>
      new Promise((resolve) => {
        let asked = false;
        const take = (signal: string): void => {
          if (asked) end(log, 'asked to stop a second time; ending at once');
          asked = true;
          begin(signal);
          resolve(signal);
        };
        for (const name of ['SIGTERM', 'SIGINT']) process.on(name, take);
      }),
  };
}

/** What was acknowledged is on disk already; what is cut off here is undone or done again at the next start. */
function end(log: Logger, why: string): never {
  log.error(why);
  process.exit(EXIT.failed);
}

interface RequestCount {
  /** Resolves when the server has closed: to how many requests had no whole answer when `cutOff` was aborted. */
  close(cutOff: AbortSignal): Promise<number>;
}

/** Counts the requests under way. Once the server closes, the connection of an answered one is not kept. */
export function countRequests(server: Server): RequestCount {
  let open = 0;
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    close: (cutOff) =>
      new Promise((resolve) => {
        let cut = 0;
        cutOff.addEventListener('abort', () => {
          cut = open;
          server.closeAllConnections();
        });
        server.once('close', () => resolve(cut));
      }),
  };
}
