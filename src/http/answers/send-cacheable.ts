import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendHeadOnly } from './head-only.ts';

/**
 * Sends a body with its validator, or 304 if the caller already has this version. Pass `hash` if the body has
 * been hashed before; otherwise, a hash is computed.
 */
export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: {
    readonly body: string | Buffer;
    readonly type?: string;
    readonly maxAgeSeconds: number;
    readonly hash?: string;
    /** For content whose address changes with the content, so browsers never need to revalidate it. */
    readonly immutable?: true;
  },
): FastifyReply {
  const etag = `"${answer.hash ?? createHash('sha1').update(answer.body).digest('base64url')}"`;
  reply.header('etag', etag);
  reply.header(
    'cache-control',
    `public, max-age=${answer.maxAgeSeconds}${answer.immutable ? ', immutable' : ''}`,
  );
  if (isHeld(request, etag)) return sendNotModified(request, reply);
  return reply.type(answer.type ?? 'application/json; charset=utf-8').send(answer.body);
}

/**
 * Sends 304 without Content-Length. For HEAD, Fastify would add the length of an empty body, but only the
 * length of the full response is allowed.
 */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(304);
  return request.method === 'HEAD' ? sendHeadOnly(reply) : reply.send();
}

/**
 * Adds a validator to this context's responses, and sends 304 to a caller that has the current version. Only
 * the caller may cache a response, not a shared cache. A response sent in parts has no validator, because its
 * content is not known when its headers are sent.
 */
export function validateOwnAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' && reply.statusCode === 200;
    if (!isRead || typeof payload !== 'string') return payload;
    const etag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (!isHeld(request, etag)) return payload;
    reply.code(304);
    return null;
  });
}

/**
 * Returns true if the caller has this version: If-None-Match is `*` or lists this validator, compared weakly
 * (RFC 9110 §13.1.2).
 */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === etag;
  });
}
