import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a long body in parts, each built after the previous one was sent, so that memory use stays low.
 * Headers are sent with the first part. An error before that becomes an ordinary error response; a later one
 * breaks the connection, which every client treats as a failure.
 */
export function sendInParts(reply: FastifyReply, parts: AsyncGenerator<string>): FastifyReply {
  return reply.send(Readable.from(parts, { highWaterMark: 1 }));
}

/**
 * Yields a list's envelope (contract 2.1) around rows that are already JSON, and counts them as they are
 * sent.
 */
export async function* envelopeParts(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let count = 0;
  let open = '{"data":[';
  for await (const part of rows) {
    if (part.length === 0) continue;
    yield `${count === 0 ? open : ','}${part.join(',')}`;
    open = '';
    count += part.length;
  }
  yield `${open}],"meta":{"count":${count}},"error":null}`;
}
