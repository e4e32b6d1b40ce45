import type { FastifyInstance } from 'fastify';

const EXPOSED =
  'Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id, X-Total-Count';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Any origin may read this, and its preflight is answered. */
    readonly openToAnyOrigin?: boolean;
  }
}

/** Lets scripts of any origin read this context's answers: they are public, without cookies or keys. */
export function openToAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, openToAnyOrigin: true };
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', EXPOSED);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    done();
  });
}
