import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '../../http/caller.ts';
import { asEnvelope, Envelope, EnvelopeError, NOT_MODIFIED } from '../../http/schemas.ts';
import { NamedWebhook, WebhookDelivery } from '../endpoints/schemas.ts';
import type { WebhookService } from '../endpoints/service.ts';
import { sendingLimit } from '../endpoints/webhook.ts';

interface DeliveryRoutesOptions {
  readonly webhooks: Pick<WebhookService, 'sendTest' | 'listDeliveries' | 'replay'>;
  readonly limits: { readonly ACCOUNT: number };
}

const PLACE = '/api/v1/webhooks';
const DELIVERIES_MAX = 100;
const tags = ['webhooks'];

const NamedMessage = Type.Object({
  ...NamedWebhook.properties,
  message_id: Type.String({ description: 'the id of one of its messages.' }),
});
const Sent = Type.Object(
  { message_id: Type.String({ description: 'The `webhook-id` that it comes with.' }) },
  { title: 'SentMessage' },
);
const DeliveriesEnvelope = Type.Object(
  {
    data: Type.Array(WebhookDelivery),
    meta: Type.Object(
      {
        count: Type.Integer({ minimum: 0, description: 'Messages in this answer.' }),
        next: Type.Union([Type.String(), Type.Null()], {
          description: 'What to send as `after` for older ones; null when there are none.',
        }),
      },
      { title: 'DeliveriesMeta' },
    ),
    error: Type.Null(),
  },
  { description: 'A part of the log.' },
);

/**
 * Serves the deliveries to an account's webhooks, by key (contract 4.3). Register it in a context that
 * requires a key.
 */
export const deliveryRoutes: FastifyPluginAsyncTypebox<DeliveryRoutesOptions> = async (
  app,
  { webhooks, limits },
) => {
  const takeSending = app.takeLimit(sendingLimit(limits.ACCOUNT));

  app.post(
    `${PLACE}/:id/test`,
    {
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test message',
        tags,
        params: NamedWebhook,
        response: { 200: Envelope(Sent, 'A `webhook.test` is on its way.'), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      await takeSending(reply, accountId);
      return asEnvelope({ message_id: await webhooks.sendTest(accountId, request.params.id) });
    },
  );

  app.get(
    `${PLACE}/:id/deliveries`,
    {
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'What was sent to a webhook',
        description: 'Its messages of the last 30 days with every attempt, newest first.',
        tags,
        params: NamedWebhook,
        querystring: Type.Object({
          after: Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'meta.next of the answer before. Without it, the newest come first.',
            }),
          ),
          limit: Type.Integer({
            minimum: 1,
            maximum: DELIVERIES_MAX,
            default: 50,
            description: `a whole number from 1 to ${DELIVERIES_MAX}.`,
          }),
        }),
        response: { ...NOT_MODIFIED, 200: DeliveriesEnvelope, '4xx': EnvelopeError },
      },
    },
    async (request) => {
      const { after, limit } = request.query;
      // Request one more delivery than is shown, to find out whether there are older deliveries.
      const found = await webhooks.listDeliveries(callerOf(request).accountId, request.params.id, {
        after,
        rowsMax: limit + 1,
      });
      const data = found.slice(0, limit);
      const next = found.length > limit ? (data.at(-1)?.id ?? null) : null;
      return { data, meta: { count: data.length, next }, error: null };
    },
  );

  app.post(
    `${PLACE}/:id/deliveries/:message_id/replay`,
    {
      schema: {
        operationId: 'replayWebhookDelivery',
        summary: 'Send a message once more',
        description: 'Under its id and with its text. For one that was delivered or given up.',
        tags,
        params: NamedMessage,
        response: { 200: Envelope(Sent, 'It is on its way again.'), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { id, message_id } = request.params;
      await takeSending(reply, accountId);
      return asEnvelope({ message_id: await webhooks.replay(accountId, id, message_id) });
    },
  );
};
