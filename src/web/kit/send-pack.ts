import type { FastifyReply } from 'fastify';
import type { EvidencePack, PrintedTable } from '../../decisions/evidence-pack/pack.ts';
import type { RenderPack } from '../../decisions/evidence-pack/service.ts';
import { sendHeadOnly } from '../../http/answers/head-only.ts';
import { networkOf } from '../../http/limits/rate-limits.ts';
import { hangUpOf } from './hang-up.ts';

/**
 * Sends an evidence pack as a PDF that caches must not store. Does not draw the pack for HEAD, and stops
 * drawing if the client disconnects. `client` may have two packs drawn at the same time. It is the account if
 * known, otherwise the network.
 */
export async function sendPack(
  reply: FastifyReply,
  renderPack: RenderPack,
  pack: EvidencePack | PrintedTable,
  name: string,
  client = networkOf(reply.request),
): Promise<FastifyReply> {
  const isHead = reply.request.method === 'HEAD';
  const bytes = isHead ? undefined : await renderPack(pack, { client, signal: hangUpOf(reply) });
  // Set the headers after drawing, because the error page must not get them if drawing fails.
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${name}.pdf"`,
    'cache-control': 'no-store',
  });
  return bytes
    ? reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    : sendHeadOnly(reply);
}
