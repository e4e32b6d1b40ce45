import type { FastifyReply } from 'fastify';

/** Sends a PDF to keep, which no cache does. */
export function sendPdf(reply: FastifyReply, bytes: Uint8Array, name: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
      'cache-control': 'no-store',
    })
    .send(Buffer.from(bytes));
}
