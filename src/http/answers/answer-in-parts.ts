import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a long body in parts. Each part is built only after the previous part was sent, which keeps memory
 * use low. The headers are sent with the first part: an error before then becomes an ordinary error response.
 * A later error breaks the connection, which every client treats as a failure.
 */
export function sendInParts(reply: FastifyReply, parts: AsyncGenerator<string>): FastifyReply {
  return reply.send(Readable.from(parts, { highWaterMark: 1 }));
}

/**
 * Yields a list's envelope (contract 2.1) around rows that are already JSON. The rows are counted as they are
 * sent, because the count comes after them.
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
