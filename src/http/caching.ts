import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends a body with its validator, or 304 when the caller has it. Pass `etag` when a hash of the body exists; otherwise one
 * is computed.
 */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: {
    readonly body: string | Buffer;
    readonly type?: string;
    readonly maxAgeSeconds: number;
    readonly hash?: string;
    /** The address of other content is another one, so a browser never has to ask again. */
    readonly immutable?: true;
  },
): FastifyReply {
  const etag = `"${answer.hash ?? createHash('sha1').update(answer.body).digest('base64url')}"`;
  reply.header('etag', etag);
  reply.header(
    'cache-control',
    `public, max-age=${answer.maxAgeSeconds}${answer.immutable ? ', immutable' : ''}`,
  );
  if (isHeld(request, etag)) return reply.code(304).send();
  return reply.type(answer.type ?? 'application/json; charset=utf-8').send(answer.body);
}

/** Whether the caller has this version. RFC 9110 §13.1.2: any of the listed validators, compared weakly, or `*`. */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === etag;
  });
}
