import type { Logger } from './log.ts';

/**
 * Ends the process on an error that nothing caught: what it left half done is unknown, and whoever keeps the service
 * running starts it again. The log gets the error without its values, which Node itself would print. Returns how to
 * stop listening.
 */
export function endOnUncaught(log: Pick<Logger, 'fatal'>, end = () => process.exit(1)): () => void {
  const fail = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nothing caught; the process ends');
    end();
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
  return () => {
    process.off('uncaughtException', fail).off('unhandledRejection', fail);
  };
}
