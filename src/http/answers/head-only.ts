import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Answers HEAD where the body was not made. Nobody knows its length, so none is named: 0 would be that of an empty answer. */
export function sendHeadOnly(reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]));
}
