import type { Logger } from './log.ts';

/**
 * Ends the process on an uncaught error, because its state is unknown and the supervisor restarts it. Logs
 * the error without the values that Node itself would print. Returns a function that stops listening.
 */
export function endOnUncaught(log: Pick<Logger, 'fatal'>, end = () => process.exit(1)): () => void {
  const fail = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught error; exiting');
    end();
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
  return () => {
    process.off('uncaughtException', fail).off('unhandledRejection', fail);
  };
}
