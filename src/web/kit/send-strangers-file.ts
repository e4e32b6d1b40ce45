import type { FastifyReply } from 'fastify';
import { endingOf } from '../../lib/files/uploaded-file.ts';

/**
 * Sends an untrusted file as a download. Even if a browser displays the file, it cannot run scripts or access
 * this site. `baseName` must be one of our own names, with only letters, digits and hyphens. The extension
 * depends on the type.
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
