import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { LicenseNumber } from '../../decisions/decision/schemas.ts';
import { Envelope, EnvelopeError } from '../../http/schemas.ts';
import { RiskRecord } from './schemas.ts';
import { getRiskRecord, type RiskRecordContext } from './service.ts';

/** The vendor look-up for API keys (contract 2.5, 4.3). Register it in a context that requires a key. */
export const riskRecordRoutes: FastifyPluginAsyncTypebox<{ readonly context: RiskRecordContext }> = async (
  app,
  { context },
) => {
  app.get(
    '/api/v1/vendors',
    {
      schema: {
        operationId: 'getRiskRecord',
        summary: 'Vendor risk record',
        description:
          'Score, tier, recommendation, twelve-month counts, and how the vendor kept its word at events on this service. Single inspections are in the public scorecard.',
        tags: ['vendors'],
        querystring: Type.Object({ license_number: LicenseNumber }),
        response: { 200: Envelope(RiskRecord, 'Score, counts and reliability.'), '4xx': EnvelopeError },
      },
    },
    async (request) => ({
      data: await getRiskRecord(context, request.query.license_number),
      meta: null,
      error: null,
    }),
  );
};
