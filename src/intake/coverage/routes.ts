import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { documented, Envelope, EnvelopeError, envelopeText, NOT_MODIFIED } from '../../http/schemas.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import { oldestOf } from '../../published-state/covers.ts';
import { type CoverageReader, describeCoverage } from './coverage-service.ts';
import { Coverage } from './schemas.ts';

interface CoverageRoutesOptions {
  readonly registry: CoverageReader;
  readonly now: () => Date;
  readonly limits: { readonly STATS: number };
}

/**
 * The public route for the regulator's files that the records are based on. It lets anyone see how old the
 * last good state is.
 */
export const coverageRoutes: FastifyPluginAsyncTypebox<CoverageRoutesOptions> = async (
  app,
  { registry, now, limits },
) => {
  app.get(
    '/api/v1/coverage',
    {
      onRequest: app.rateLimit({ name: 'coverage', perMinute: limits.STATS }),
      schema: {
        operationId: 'getCoverage',
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
      const coverage = await describeCoverage(registry);
      const old = oldestOf(coverage.districts, jurisdictionDay(now()));
      const body = envelopeText(JSON.stringify({ ...coverage, records_old: old }));
      return sendCacheable(request, reply, { body, maxAgeSeconds: 60 });
    },
  );
};
