import type { FastifyInstance } from 'fastify';

const EXPOSED =
  'Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id, X-Total-Count';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if any origin may read the response; preflight requests are answered too. */
    readonly openToAnyOrigin?: boolean;
  }
}

/** Lets scripts from any origin read this context's responses, which are public and need no cookie or key. */
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
