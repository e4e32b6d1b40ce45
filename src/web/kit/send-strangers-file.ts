import type { FastifyReply } from 'fastify';
import { endingOf } from '../../lib/files/uploaded-file.ts';

/**
 * Sends a stranger's file to be saved, not shown. If a browser shows it anyway, it has no script and no access to
 * this site. `baseName` is ours, letters, digits and hyphens; the extension follows from the type.
 */
export function sendStrangersFile(
  reply: FastifyReply,
  baseName: string,
  { media_type, content }: { readonly media_type: string; readonly content: Uint8Array },
): FastifyReply {
  return reply
    .headers({
      'content-type': media_type,
      'content-disposition': `attachment; filename="${baseName}.${endingOf(media_type)}"`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}
