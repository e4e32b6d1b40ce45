import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a body that may be long in parts, each made when the one before has gone out, so that few are in memory at a
 * time. Headers go out with the first part: a failure before it is an ordinary error, and a later one breaks the
 * connection off, which every client takes for a failure.
 */
export function sendInParts(reply: FastifyReply, parts: AsyncGenerator<string>): FastifyReply {
  return reply.send(Readable.from(parts, { highWaterMark: 1 }));
}

/** A list's envelope (contract 2.1) around rows that are JSON already, counted as they go out. */
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
