import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { documented, Envelope, EnvelopeError, envelopeText, NOT_MODIFIED } from '../../http/schemas.ts';
import { describeMethod, Methodology } from './describe-methodology.ts';

interface MethodologyRoutesOptions {
  readonly baseUrl: string;
  readonly limits: { readonly STATS: number };
}

const MAX_AGE_SECONDS = 3_600;

/** Serves the published method as data. It is public and the same for every caller. */
export const methodologyRoutes: FastifyPluginAsyncTypebox<MethodologyRoutesOptions> = async (
  app,
  { baseUrl, limits },
) => {
  const body = envelopeText(JSON.stringify(describeMethod(baseUrl)));

  app.get(
    '/api/v1/methodology',
    {
      onRequest: app.rateLimit({ name: 'methodology', perMinute: limits.STATS }),
      schema: {
        operationId: 'getMethodology',
        summary: 'How scores and letters are made',
        description:
          'Rule, weights, cut-offs, what is used and what is not. A change is a new `score_version`.',
        tags: ['statistics'],
        response: {
          ...NOT_MODIFIED,
          200: documented('The method.', 'application/json', Envelope(Methodology)),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => sendCacheable(request, reply, { body, maxAgeSeconds: MAX_AGE_SECONDS }),
  );
};
