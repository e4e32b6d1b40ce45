import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Envelope, EnvelopeError } from '../../http/schemas.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import type { RecordReader } from '../../records/read/record-reader-service.ts';
import { getFactsAndInspections } from '../../records/read/service.ts';
import { identifyVendor } from '../../search/find/identify-service.ts';
import { leaveOutEmptyIdentifier } from '../decide/leave-out-empty.ts';
import { VENDOR_IDENTIFIERS } from '../decide/schemas.ts';
import type { MonitoringSale } from './monitoring-offer.ts';
import { SelfCheck } from './schemas.ts';
import { selfCheckOf } from './self-check.ts';

interface SelfCheckRoutesOptions {
  readonly published: PublishedAccess;
  readonly records: RecordReader;
  readonly baseUrl: string;
  /**
   * The vendors for which monitoring is sold here. By default, monitoring is not sold and is only described.
   */
  readonly monitoringSale?: MonitoringSale | undefined;
  readonly limits: { readonly IMPROVE: number };
}

/** The route for the self-check (contract 2.8, 4.1). */
export const selfCheckRoutes: FastifyPluginAsyncTypebox<SelfCheckRoutesOptions> = async (app, options) => {
  const { published, records, baseUrl, monitoringSale, limits } = options;
  app.get(
    '/api/v1/improve',
    {
      onRequest: app.rateLimit({ name: 'improve', perMinute: limits.IMPROVE }),
      preValidation: leaveOutEmptyIdentifier,
      schema: {
        operationId: 'getSelfCheck',
        summary: 'What holds a vendor back',
        description:
          'Limiting factors, most severe first, each with a corrective action; what it takes to reach the next letter; strengths. Letter grade only.',
        tags: ['decisions'],
        querystring: Type.Object(VENDOR_IDENTIFIERS),
        response: { 200: Envelope(SelfCheck, 'Factors, outlook and strengths.'), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      const vendor = await identifyVendor(published, records, request.query);
      reply.header('cache-control', 'no-store');
      const { facts, inspections } = await getFactsAndInspections(published.db, vendor.facts().vendor.id);
      const data = selfCheckOf(facts, inspections, {
        baseUrl,
        monitoringSale,
        today: records.today(),
      });
      return { data, meta: null, error: null };
    },
  );
};
