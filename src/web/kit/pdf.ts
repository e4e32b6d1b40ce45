import type { FastifyReply } from 'fastify';
import type { EvidencePack } from '../../decisions/evidence-pack/pack.ts';
import type { RenderPack } from '../../decisions/evidence-pack/service.ts';
import { sendHeadOnly } from '../../http/head-only.ts';

/** Sends a pack as a PDF to keep, which no cache does. For HEAD nothing is drawn. */
export async function sendPack(
  reply: FastifyReply,
  renderPack: RenderPack,
  pack: EvidencePack,
  name: string,
): Promise<FastifyReply> {
  const bytes = reply.request.method === 'HEAD' ? undefined : await renderPack(pack);
  // After drawing: when it fails, the error's page is none to keep.
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${name}.pdf"`,
    'cache-control': 'no-store',
  });
  return bytes
    ? reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    : sendHeadOnly(reply);
}
