import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Responds to HEAD when the body was not built. Its length is unknown, so Content-Length is left out: 0 would
 * mean an empty body.
 */
export function sendHeadOnly(reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]));
}
