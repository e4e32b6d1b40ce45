import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { Type } from 'typebox';
import { CSV_TYPE, FormatParameter, rowsToCsv, wantsCsv } from '../../http/answers/csv-answers.ts';
import { FieldsParameter, pickFields, pickSchema, readFields } from '../../http/answers/field-selection.ts';
import { sendHeadOnly } from '../../http/answers/head-only.ts';
import { acceptKey, type VerifyToken } from '../../http/caller.ts';
import {
  asEnvelope,
  documented,
  Envelope,
  EnvelopeError,
  envelopeText,
  shownAs,
} from '../../http/schemas.ts';
import { receiptIn } from '../receipts/parse-receipt-text.ts';
import { ReceiptOnFile, VerificationOutcome } from '../receipts/schemas.ts';
import { type DecisionLimits, takeDecisions } from './decision-limits.ts';
import { IdempotencyHeaders, keyedQuestion, markReplayed } from './idempotency/idempotency-key.ts';
import { questionOf } from './idempotency/idempotent-service.ts';
import { leaveOutEmptyIdentifier } from './leave-out-empty.ts';
import { DecisionResult, EVENT_TYPES, VENDOR_IDENTIFIERS } from './schemas.ts';
import {
  type DecisionContext,
  parseEventType,
  prepareForEvent,
  readEventDate,
  toDecisionText,
} from './service.ts';
import { findReceiptForAnyone, verifyForAnyone } from './verify-service.ts';

interface DecisionRoutesOptions {
  readonly context: DecisionContext;
  /** Limits lookups of receipts by number. Lookups here and on the page count toward the same limit. */
  readonly receiptLimit: onRequestAsyncHookHandler[];
  readonly verifyKey: VerifyToken;
  readonly limits: DecisionLimits & Readonly<Record<'VERIFY' | 'ACCOUNT', number>>;
}

/** Allows any length, because the service explains what is wrong with an empty or overlong one. */
const Receipt = Type.String({
  description:
    'a receipt, as a decision gave it; 8192 characters at most. It is found in any text around it, and line breaks, blanks and marks of quoted email in it do not count; two different receipts are refused.',
});
const VERIFIED = 'Checks that it is genuine, and returns what it says and what has changed since.';
const tags = ['decisions'];
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The routes for decisions and verification (contract 2.6, 2.7, 4.1). Neither the facts nor the schemas
 * include a score.
 */
export const decisionRoutes: FastifyPluginAsyncTypebox<DecisionRoutesOptions> = async (
  app,
  { context, receiptLimit, verifyKey, limits },
) => {
  const verifyLimit = app.rateLimit({ name: 'verify', perMinute: limits.VERIFY });

  await app.register(decideRoute, { context, verifyKey, limits });

  app.get(
    '/api/v1/decision/verify',
    {
      onRequest: verifyLimit,
      schema: {
        operationId: 'verifyReceipt',
        summary: 'Is this receipt genuine?',
        tags,
        querystring: Type.Object({ receipt: Receipt }),
        response: { 200: Envelope(VerificationOutcome, VERIFIED), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return {
        data: await verifyForAnyone(context, receiptIn(request.query.receipt)),
        meta: null,
        error: null,
      };
    },
  );

  app.post(
    '/api/v1/decision/verify',
    {
      onRequest: verifyLimit,
      schema: {
        operationId: 'verifyPostedReceipt',
        summary: 'Is this receipt genuine? (as JSON)',
        tags,
        body: Type.Object({ receipt: Receipt }, { additionalProperties: false }),
        response: { 200: Envelope(VerificationOutcome, VERIFIED), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return {
        data: await verifyForAnyone(context, receiptIn(request.body.receipt)),
        meta: null,
        error: null,
      };
    },
  );

  app.get(
    '/api/v1/receipts/:number',
    {
      onRequest: receiptLimit,
      schema: {
        operationId: 'getReceipt',
        summary: 'The receipt with this short number',
        description:
          'What was decided, whether it is genuine, and what has changed since. The same 404 for a malformed number and for one that no receipt has.',
        tags,
        params: Type.Object({ number: Type.String({ description: 'as printed; in any spelling.' }) }),
        response: { 200: Envelope(ReceiptOnFile, 'What is on file under the number.'), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      return { data: await findReceiptForAnyone(context, request.params.number), meta: null, error: null };
    },
  );
};

/** The route for a decision on one vendor, with or without a key. */
const decideRoute: FastifyPluginAsyncTypebox<Omit<DecisionRoutesOptions, 'receiptLimit'>> = async (
  app,
  { context, verifyKey, limits },
) => {
  acceptKey(app, verifyKey, limits.ACCOUNT);
  const take = takeDecisions(app, limits);

  app.get(
    '/api/v1/decision',
    {
      onRequest: async (request, reply) => take(request, reply),
      preValidation: leaveOutEmptyIdentifier,
      schema: {
        operationId: 'decideVendor',
        summary: 'May this vendor be booked?',
        description:
          'Verdict with every reason, the documents to collect, and a signed receipt. Letter grade only. Who asks the same again on the same day gets the same receipt, and an account the same answer for 24 hours with the same `Idempotency-Key`. With a key it counts by the key, otherwise by the address.',
        tags,
        headers: IdempotencyHeaders,
        querystring: Type.Object({
          ...VENDOR_IDENTIFIERS,
          event_type: Type.Optional(
            Type.String({
              ...shownAs({ enum: EVENT_TYPES }),
              description: `${EVENT_TYPES.join(', ')}; the first unless given.`,
            }),
          ),
          event_date: Type.Optional(
            Type.String({
              ...shownAs({ format: 'date' }),
              description:
                'the day of the event, YYYY-MM-DD, today or later; today unless given. For an event of several days its last day: the license must run until then.',
            }),
          ),
          fields: FieldsParameter(DecisionResult),
          format: FormatParameter,
        }),
        response: {
          200: documented(
            'Verdict, reasons, documents, receipt.',
            'application/json',
            Envelope(DecisionResult),
          ),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const { event_type: type, event_date: date, fields, format: _, ...identifiers } = request.query;
      const eventType = parseEventType(type);
      const { license_number: number, vendor_id: id } = identifiers;
      const question = questionOf(['decideVendor', number, id, eventType, date]);
      const asked = keyedQuestion(request.caller, request.headers, question);
      const isCsv = wantsCsv(request, reply);
      const send = (text: string) => sendDecision(reply, text, { fields, isCsv });
      // Looks up the earlier response before checking the event date, because the event may have passed since
      // the first request.
      const earlier = asked && (await context.idempotent.find(asked));
      if (earlier !== undefined) return send(markReplayed(reply, earlier));
      const event = readEventDate(context, date);
      const pending = await prepareForEvent(context, identifiers, eventType, event);
      // A response without a body does not need a receipt.
      if (request.method === 'HEAD') return sendHeadOnly(reply.type(isCsv ? CSV_TYPE : JSON_TYPE));
      if (asked === undefined) return send(toDecisionText(await pending.issue()));
      const { text, isNew } = await pending.issueOnce(asked);
      return send(isNew ? text : markReplayed(reply, text));
    },
  );
};

/**
 * Sends a decision as JSON, or as a CSV row with a header row. Includes all fields or only the requested
 * ones.
 */
function sendDecision(
  reply: FastifyReply,
  text: string,
  { fields, isCsv }: { readonly fields: string | undefined; readonly isCsv: boolean },
): FastifyReply {
  const wanted = readFields(DecisionResult, fields);
  if (isCsv)
    return reply.type(CSV_TYPE).send(rowsToCsv(pickSchema(DecisionResult, wanted), [JSON.parse(text)]));
  reply.type(JSON_TYPE);
  if (wanted === undefined) return reply.send(envelopeText(text));
  return reply.send(JSON.stringify(asEnvelope(pickFields(JSON.parse(text), wanted))));
}
