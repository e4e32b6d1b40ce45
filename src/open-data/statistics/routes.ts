import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { documented, Envelope, EnvelopeError, envelopeText, NOT_MODIFIED } from '../../http/schemas.ts';
import { memoize } from '../../lib/cache/memoize.ts';
import { parseStored } from '../../lib/stored-json.ts';
import { addJsonFields } from '../../lib/text/json-text.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { PublishedDb } from '../../platform/db/database.ts';
import { oldestOf, parseCovers } from '../../published-state/covers.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { Statistics, type StoredStatistics } from '../../records/statistics/schemas.ts';
import { citationOf } from './cite.ts';

const MAX_AGE_SECONDS = 300;

interface StatisticsRoutesOptions {
  readonly published: PublishedDb;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly limits: { readonly STATS: number };
}

/** Statewide statistics (contract 2.9, 4.1), which anyone can cite with the included citation line. */
export const statisticsRoutes: FastifyPluginAsyncTypebox<StatisticsRoutesOptions> = async (app, options) => {
  const { published, baseUrl, limits, now } = options;
  app.get(
    '/api/v1/stats/florida',
    {
      onRequest: app.rateLimit({ name: 'stats', perMinute: limits.STATS }),
      schema: {
        operationId: 'getStatistics',
        summary: 'Statewide statistics',
        tags: ['statistics'],
        response: {
          ...NOT_MODIFIED,
          200: documented('Counts and rates.', 'application/json', Envelope(Statistics)),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const state = await getPublishedState(published);
      const covers = parseCovers(state.covers);
      const citeAs = citationOf(
        {
          asOf: state.as_of,
          fictional: state.fictional === 1,
          covers,
          inspected: countInspected(state.statistics),
        },
        baseUrl,
      );
      const old = oldestOf(covers, jurisdictionDay(now()));
      const cited = { records_old: old, cite_as: citeAs, method_url: `${baseUrl}/methodology` };
      const data = addJsonFields(state.statistics, JSON.stringify(cited));
      return sendCacheable(request, reply, { body: envelopeText(data), maxAgeSeconds: MAX_AGE_SECONDS });
    },
  );
};

/** Cached by the statistics' text, which is the same for an entire publication. */
const countInspected = memoize(
  (text) => parseStored<StoredStatistics>(text).violation_rates.inspected_12m,
  2,
);
