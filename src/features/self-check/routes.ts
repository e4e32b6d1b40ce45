import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Envelope, EnvelopeError } from '../../http/schemas.ts';
import type { Db } from '../../platform/db/database.ts';
import { identifyVendor } from '../vendors/identify.ts';
import type { RecordReader } from '../vendors/record-reader.ts';
import { limitingFactors, strengthsOf } from './factors.ts';
import { SelfCheck } from './schemas.ts';

export interface SelfCheckRoutesOptions {
  readonly db: Db;
  readonly records: RecordReader;
  readonly baseUrl: string;
  readonly limits: { readonly IMPROVE: number };
}

const MONITORING = {
  // Until there is a checkout, the offer is described and not sold.
  available: false,
  price_cents: 999 as const,
  currency: 'USD' as const,
  interval: 'month' as const,
  description: 'A daily watch of your regulator record, with an e-mail when anything on it changes.',
  checkout_url: null,
};

/** The self-check (contract §2.8, §4.1). */
export const selfCheckRoutes: FastifyPluginAsyncTypebox<SelfCheckRoutesOptions> = async (app, options) => {
  const { db, records, baseUrl, limits } = options;
  app.get(
    '/api/v1/improve',
    {
      onRequest: app.rateLimit({ name: 'improve', perMinute: limits.IMPROVE }),
      schema: {
        summary: 'What holds a vendor back',
        description:
          'Limiting factors, most severe first, each with a corrective action; strengths. Letter grade only.',
        tags: ['decisions'],
        querystring: Type.Object({
          license_number: Type.Optional(
            Type.String({
              maxLength: 64,
              description: 'a license number in any spelling; only its digits count.',
            }),
          ),
          vendor_id: Type.Optional(Type.String({ format: 'uuid', description: 'a vendor id, a UUID.' })),
        }),
        response: { 200: Envelope(SelfCheck), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      const vendor = await identifyVendor(db, records, request.query);
      const facts = vendor.facts();
      reply.header('cache-control', 'no-store');
      const data = {
        vendor: facts.vendor,
        grade: facts.evidence.grade,
        grade_status: facts.evidence.grade_status,
        limiting_factors: limitingFactors(facts),
        strengths: strengthsOf(facts),
        claim_url: `${baseUrl}/vendor/${facts.vendor.id}#claim`,
        monitoring: MONITORING,
        as_of: facts.as_of,
        data_as_of: facts.data_as_of,
        fictional: facts.fictional,
      };
      return { data, meta: null, error: null };
    },
  );
};
