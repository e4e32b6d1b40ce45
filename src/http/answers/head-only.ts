import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Answers HEAD if the body was not made. Its length is unknown, so there is no length header: 0 would mean an
 * empty answer.
 */
export function sendHeadOnly(reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]));
}
