import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/**
 * Preloaded into a service (`--import`). Writes every route that Fastify registers to the file named in
 * `ROUTES_FILE`. It does not import anything from the checkout, so it works with any folder layout.
 */
const routes: { methods: string[]; url: string }[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), url });
  });
  fastify.addHook('onReady', async () => {
    writeFileSync(process.env.ROUTES_FILE ?? '', JSON.stringify(routes));
  });
});
