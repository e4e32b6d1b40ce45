import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { LicenseNumber } from '../../decisions/decide/schemas.ts';
import { sendInParts } from '../../http/answers/answer-in-parts.ts';
import { errorFields } from '../../http/errors/error-answers.ts';
import { AppError } from '../../http/errors/errors.ts';
import { documented, Envelope, EnvelopeError, NOT_MODIFIED } from '../../http/schemas.ts';
import { AskedRecords, NUMBERS_MAX, RiskRecord, RiskRecordListEnvelope } from './schemas.ts';
import { getRiskRecord, type ListedRecord, listRiskRecords, type RiskRecordContext } from './service.ts';

/** Serves vendor look-ups for API keys (contract 2.5, 4.3). Register it in a context that requires a key. */
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
        response: {
          ...NOT_MODIFIED,
          200: Envelope(RiskRecord, 'Score, counts and reliability.'),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request) => ({
      data: await getRiskRecord(context, request.query.license_number),
      meta: null,
      error: null,
    }),
  );

  app.post(
    '/api/v1/vendors',
    {
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        operationId: 'listRiskRecords',
        summary: 'Risk records of many vendors',
        description: `The records of up to ${NUMBERS_MAX} license numbers, whole or the fields that you name. What is wrong with one number is told in its place and stops no other. It counts as one request.`,
        tags: ['vendors'],
        body: AskedRecords,
        response: {
          200: documented('A record or an error for each.', 'application/json', RiskRecordListEnvelope),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const listed = await listRiskRecords(context, request.body.license_numbers);
      return sendInParts(
        reply.type('application/json; charset=utf-8'),
        listParts(request.body, listed, app.baseUrl),
      );
    },
  );
};

/** A full list with the longest possible numbers is about 14 KB. */
const BODY_BYTES_MAX = 32 * 1024;

/** Scorecards are long, so parsing two hundred together would block all other requests. */
const RECORDS_AT_ONCE = 10;

async function* listParts(
  { license_numbers: numbers, fields }: AskedRecords,
  listed: readonly ListedRecord[],
  baseUrl: string | undefined,
): AsyncGenerator<string> {
  const wanted = fields && [...new Set(fields)];
  for (let start = 0; start < listed.length; start += RECORDS_AT_ONCE) {
    const part = listed.slice(start, start + RECORDS_AT_ONCE).map((each, index) => {
      const shared = { license_number: numbers[start + index] };
      return each instanceof AppError
        ? JSON.stringify({ ...shared, record: null, error: errorFields(each, baseUrl) })
        : JSON.stringify({ ...shared, record: pick(each(), wanted), error: null });
    });
    yield `${start === 0 ? '{"data":[' : ','}${part.join(',')}`;
  }
  const failed = listed.filter((each) => each instanceof AppError).length;
  const meta = { count: listed.length, found: listed.length - failed, failed };
  yield `],"meta":${JSON.stringify(meta)},"error":null}`;
}

/**
 * Returns the selected fields in the order of the record, or all if none is selected. The flag for a
 * fictional vendor is always included.
 */
function pick(record: RiskRecord, fields: readonly (keyof RiskRecord)[] | undefined): Partial<RiskRecord> {
  if (!fields) return record;
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => name === 'fictional' || fields.some((field) => field === name)),
  );
}
