import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendCacheable } from '../../http/caching.ts';
import { documented, Envelope, EnvelopeError, envelopeText, NOT_MODIFIED } from '../../http/schemas.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { Coverage } from './coverage-schemas.ts';
import { describeCoverage } from './coverage-service.ts';

interface CoverageRoutesOptions {
  readonly registryDb: RegistryDb;
  readonly limits: { readonly STATS: number };
}

/** Which regulator files the records rest on: the age of the last good state is visible to everybody. */
export const coverageRoutes: FastifyPluginAsyncTypebox<CoverageRoutesOptions> = async (
  app,
  { registryDb, limits },
) => {
  app.get(
    '/api/v1/coverage',
    {
      onRequest: app.rateLimit({ name: 'coverage', perMinute: limits.STATS }),
      schema: {
        summary: 'Files in use, and their age',
        tags: ['statistics'],
        response: {
          ...NOT_MODIFIED,
          200: documented('By file.', 'application/json', Envelope(Coverage)),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const body = envelopeText(JSON.stringify(await describeCoverage(registryDb)));
      return sendCacheable(request, reply, { body, maxAgeSeconds: 60 });
    },
  );
};
