import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Responds to HEAD without building the body. Content-Length is left out, because the length is unknown and 0
 * would mean an empty body.
 */
export function sendHeadOnly(reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]));
}
