import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendHeadOnly } from './head-only.ts';

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
  if (isHeld(request, etag)) return sendNotModified(request, reply);
  return reply.type(answer.type ?? 'application/json; charset=utf-8').send(answer.body);
}

/** 304 without a length: Fastify would give a HEAD that of an empty body, and only that of the whole answer may stand there. */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(304);
  return request.method === 'HEAD' ? sendHeadOnly(reply) : reply.send();
}

/**
 * Gives what is read in this context a validator, and 304 to a caller that has it; only that caller may keep it. An answer that is sent
 * in parts has none: it is not at hand when its headers go out.
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

/** Whether the caller has this version. RFC 9110 §13.1.2: any of the listed validators, compared weakly, or `*`. */
export function isHeld({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === etag;
  });
}
