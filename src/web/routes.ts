import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';
import { findPublishedState } from '../features/regulator/state.ts';
import { sendCacheable } from '../http/caching.ts';
import type { Db } from '../platform/db/database.ts';
import { renderHome } from './home.ts';
import { PAGE_HEADERS } from './page.ts';

/** Server-rendered pages and their one style sheet. */
export const webRoutes: FastifyPluginAsync<{ readonly db: Db; readonly baseUrl: string }> = async (
  app,
  options,
) => {
  const styles = readFileSync(new URL('./site.css', import.meta.url), 'utf8');

  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const state = await findPublishedState(options.db);
    return reply
      .headers(PAGE_HEADERS)
      .header('cache-control', 'no-cache')
      .send(renderHome(state, options.baseUrl));
  });

  app.get('/assets/site.css', { schema: { hide: true } }, async (request, reply) =>
    sendCacheable(request, reply, { body: styles, type: 'text/css; charset=utf-8', maxAgeSeconds: 3_600 }),
  );
};
