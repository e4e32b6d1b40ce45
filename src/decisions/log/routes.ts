import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { AppError } from '../../http/errors/errors.ts';
import { parseTilePath } from '../../proof/tiles.ts';
import type { TransparencyLog } from './service.ts';

interface LogRoutesOptions {
  readonly log: TransparencyLog;
  readonly limits: { readonly BADGE: number };
}

const CHECKPOINT_SECONDS = 5;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const NOTE = 'text/plain; charset=utf-8';

/** The public log as static files (c2sp.org/tlog-tiles). */
export const logRoutes: FastifyPluginAsyncTypebox<LogRoutesOptions> = async (app, { log, limits }) => {
  const onRequest = app.rateLimit({ name: 'log', perMinute: limits.BADGE });
  app.get(
    '/log/checkpoint',
    // The C2SP formats fully describe these files.
    { onRequest, schema: { hide: true } },
    async (request, reply) => {
      const body = await log.findCheckpoint();
      if (body === undefined)
        throw new AppError('not_found', 'The log has no checkpoint yet. Try again in a minute.');
      return sendCacheable(request, reply, { body, type: NOTE, maxAgeSeconds: CHECKPOINT_SECONDS });
    },
  );

  app.get(
    '/log/tile/*',
    { onRequest, schema: { hide: true, params: Type.Object({ '*': Type.String({ maxLength: 100 }) }) } },
    async (request, reply) => {
      const name = parseTilePath(request.params['*']);
      const bytes = name && (await log.findTile(name));
      if (!bytes) throw new AppError('not_found', 'The log has no such tile.');
      return sendCacheable(request, reply, {
        body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        type: 'application/octet-stream',
        maxAgeSeconds: YEAR_SECONDS,
        immutable: true,
      });
    },
  );
};
