import type { FastifyReply } from 'fastify';
import { AppError } from '../../http/errors/errors.ts';

/** Returns a signal that aborts when the client's connection closes. */
export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(new AppError('request_timeout', 'The client hung up.'));
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return gone.signal;
}
