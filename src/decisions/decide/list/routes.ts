import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { CSV_TYPE, FormatParameter, rowsToCsv, wantsCsv } from '../../../http/answers/csv-answers.ts';
import { acceptKey, type VerifyToken } from '../../../http/caller.ts';
import { errorFields } from '../../../http/errors/error-answers.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { documented, EnvelopeError } from '../../../http/schemas.ts';
import { type DecisionLimits, takeDecisions } from '../decision-limits.ts';
import { IdempotencyHeaders, keyedQuestion, markReplayed } from '../idempotency/idempotency-key.ts';
import { questionOf } from '../idempotency/idempotent-service.ts';
import { type DecisionContext, parseEventType, readEventDate, toDecisionText } from '../service.ts';
import { AskedList, type AskedVendor, DecisionListEnvelope, LIST_MAX, ListedDecision } from './schemas.ts';
import { decideList, type ListedOutcome, prepareList } from './service.ts';

interface DecisionListOptions {
  readonly context: DecisionContext;
  readonly verifyKey: VerifyToken;
  readonly limits: DecisionLimits & { readonly ACCOUNT: number };
}

/** A full list with every field at its maximum length is about 70 KB. */
const BODY_BYTES_MAX = 160 * 1024;

/**
 * The route for decisions on many vendors (contract 4.1.4), with or without a key. Rate limits count each
 * vendor.
 */
export const decisionListRoutes: FastifyPluginAsyncTypebox<DecisionListOptions> = async (
  app,
  { context, verifyKey, limits },
) => {
  acceptKey(app, verifyKey, limits.ACCOUNT);
  const take = takeDecisions(app, limits);

  app.post(
    '/api/v1/decisions',
    {
      bodyLimit: BODY_BYTES_MAX,
      onRequest: async (request, reply) => take(request, reply),
      schema: {
        operationId: 'decideVendorList',
        summary: 'May these vendors be booked?',
        description: `Up to ${LIST_MAX} decisions for one event, each with its own receipt. What is wrong with one vendor's number is told in its place and stops no other. Each vendor counts as one request.`,
        tags: ['decisions'],
        headers: IdempotencyHeaders,
        querystring: Type.Object({ format: FormatParameter }),
        body: AskedList,
        response: {
          200: documented('A decision or an error for each.', 'application/json', DecisionListEnvelope),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const { vendors, event_type: type, event_date: date } = request.body;
      const eventType = parseEventType(type);
      const isCsv = wantsCsv(request, reply);
      const send = (text: string) => sendList(reply, text, isCsv);
      const rows = vendors.map((each) => [each.license_number, each.vendor_id, each.reference]);
      const question = questionOf(['decideVendorList', rows, eventType, date]);
      const asked = keyedQuestion(request.caller, request.headers, question);
      // Looks up the earlier response before checking the event date, because the event may have passed since
      // the first request.
      const earlier = asked && (await context.idempotent.find(asked));
      if (earlier !== undefined) return send(markReplayed(reply, earlier));
      const event = readEventDate(context, date);
      if (vendors.length > 1) await take(request, reply, { items: vendors.length });
      if (asked) {
        const { decided, decidedAt, outcomes } = await prepareList(context, vendors, eventType, event);
        const { text, isNew } = await context.idempotent.make(asked, decided, decidedAt, (issued) =>
          listText(vendors, outcomes(issued), app.baseUrl),
        );
        return send(isNew ? text : markReplayed(reply, text));
      }
      const receiptsFor = request.caller ? 'account' : 'anybody';
      const outcomes = await decideList(context, vendors, eventType, event, receiptsFor);
      return send(listText(vendors, outcomes, app.baseUrl));
    },
  );
};

function sendList(reply: FastifyReply, text: string, isCsv: boolean): FastifyReply {
  if (isCsv) return reply.type(CSV_TYPE).send(rowsToCsv(ListedDecision, JSON.parse(text).data));
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Returns the response text. Each decision's text is prepared once per record, event and day. */
function listText(
  vendors: readonly AskedVendor[],
  outcomes: readonly ListedOutcome[],
  baseUrl: string | undefined,
): string {
  const rows = outcomes.map((outcome, index) => {
    const reference = JSON.stringify(vendors[index]?.reference ?? null);
    const [decision, error] =
      outcome instanceof AppError
        ? ['null', JSON.stringify(errorFields(outcome, baseUrl))]
        : [toDecisionText(outcome), 'null'];
    return `{"reference":${reference},"decision":${decision},"error":${error}}`;
  });
  const failed = outcomes.filter((each) => each instanceof AppError).length;
  const meta = { count: outcomes.length, decided: outcomes.length - failed, failed };
  return `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)},"error":null}`;
}
