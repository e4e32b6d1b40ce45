import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { chooseEncoding, type Encoding, encodedTag, plainTags } from './accepted-encoding.ts';
import { CompressedBodies } from './compressed-bodies.ts';

/** A smaller body fits in one packet even if it is not compressed. */
const BYTES_MIN = 1_024;
const TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:json|xml|[\w.]+\+json))/;
const STORED = /^application\/json/;

/**
 * Compresses text responses that anyone may cache: those with `Cache-Control: public` or `no-cache`. Private
 * responses (`private` or `no-store`) are sent uncompressed, because a compressed length can reveal something
 * about their content (docs/decisions/0038). Call this before routes are added.
 */
export function addCompression(app: FastifyInstance, bodies = new CompressedBodies()): void {
  // A caller may have the body in any encoding, but the rest of the service compares validators of the
  // uncompressed body.
  const held = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    const tags = request.headers['if-none-match'];
    if (tags !== undefined) {
      held.set(request, tags);
      request.headers['if-none-match'] = plainTags(tags);
    }
    done();
  });

  // Not async, because most responses are either not compressed or already cached in compressed form.
  const onSend: onSendHookHandler = (request, reply, payload, done) => {
    if (!isForAnyone(reply)) return done(null, payload);
    if (reply.statusCode === 304) {
      addVary(reply);
      nameHeld(reply, held.get(request) ?? '');
      return done(null, payload);
    }
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (reply.statusCode !== 200 || !isWhole || Buffer.byteLength(payload) < BYTES_MIN || !isText(reply))
      return done(null, payload);
    addVary(reply);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (!encoding) return done(null, payload);
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    const effort = isKeptForGood(reply) ? 'often' : 'once';
    const asked = { body, encoding, effort } as const;
    const send = (bytes: Buffer | undefined) => {
      if (!bytes || bytes.length >= body.length) return done(null, payload);
      nameEncoded(reply, encoding);
      done(null, bytes);
    };
    if (isStored(reply)) send(bodies.find(asked));
    else bodies.make(asked).then(send, done);
  };
  // The hook is added to the route itself, so that it runs after every context's hooks, which fill in pages
  // and mark responses private. Fastify's own hook for HEAD, which drops the body, still runs last.
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const hooks = [route.onSend ?? []].flat().filter((hook) => hook !== onSend);
    if (methods.includes('GET')) route.onSend = [...hooks, onSend];
    else if (methods.includes('HEAD')) route.onSend = [onSend, ...hooks];
  });
}

function isForAnyone(reply: FastifyReply): boolean {
  const control = String(reply.getHeader('cache-control') ?? '');
  return /^(?:public|no-cache)\b/.test(control) && !reply.hasHeader('set-cookie');
}

function isText(reply: FastifyReply): boolean {
  return TEXT.test(String(reply.getHeader('content-type'))) && !reply.hasHeader('content-encoding');
}

/**
 * Returns true for JSON, most of which was built when the records were published. A JSON response never waits
 * for compression.
 */
function isStored(reply: FastifyReply): boolean {
  return STORED.test(String(reply.getHeader('content-type')));
}

function nameEncoded(reply: FastifyReply, encoding: Encoding): void {
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('etag', encodedTag(etag, encoding));
  reply.header('content-encoding', encoding).removeHeader('content-length');
}

function isKeptForGood(reply: FastifyReply): boolean {
  return String(reply.getHeader('cache-control')).includes('immutable');
}

function addVary(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`);
}

/** Sets a 304's validator to the one that the caller sent, which may belong to an encoded body. */
function nameHeld(reply: FastifyReply, tags: string): void {
  const etag = reply.getHeader('etag');
  const same = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const form = same.find((tag) => plainTags(tag) === etag);
  if (form) reply.header('etag', form);
}
