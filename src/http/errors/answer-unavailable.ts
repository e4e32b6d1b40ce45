import type { FastifyBaseLogger } from 'fastify';
import type { Texts } from '../../lib/language/language.ts';
import { findUnavailable } from '../../platform/db/database-unavailable.ts';
import { AppError } from './errors.ts';

/** The time after which a client may retry, in seconds; a restart of PostgreSQL takes about as long. */
const RETRY_AFTER_SECONDS = '5';

/**
 * Returns the answer if the database is away, full, read-only or too slow; undefined for any other error.
 * Both error formats check this first.
 */
export function asUnavailable(error: unknown, texts: string | Texts): AppError | undefined {
  const cause = findUnavailable(error);
  const publicMessage = typeof texts === 'string' ? texts : texts.en;
  return (
    cause &&
    new AppError('unavailable', publicMessage, {
      cause,
      forPeople: texts,
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    })
  );
}

/**
 * Logs one short line per failed request, without a stack: an outage fails thousands of requests in the same
 * way.
 */
export function logUnavailable(
  log: Pick<FastifyBaseLogger, 'error'>,
  { code, cause }: Pick<AppError, 'code' | 'cause'>,
): void {
  const reason = cause instanceof Error ? cause.message : '';
  if (code === 'unavailable') log.error({ reason }, 'request failed: database unavailable');
  if (code === 'payment_unavailable') log.error({ reason }, 'request failed: payment provider unavailable');
}
