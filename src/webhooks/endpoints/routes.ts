import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '../../http/caller.ts';
import {
  asEnvelope,
  Envelope,
  EnvelopeError,
  ListEnvelope,
  NOT_MODIFIED,
  shownAs,
} from '../../http/schemas.ts';
import { URL_LENGTH_MAX } from './endpoint-address.ts';
import { ChosenTypes, NamedWebhook, WebhookRecord, WebhookWithSecret } from './schemas.ts';
import { WEBHOOKS_MAX, type WebhookService } from './service.ts';

const PLACE = '/api/v1/webhooks';
const tags = ['webhooks'];

const NewWebhook = Type.Object(
  {
    url: Type.String({
      maxLength: URL_LENGTH_MAX,
      ...shownAs({ format: 'uri' }),
      description: `a string with an address of yours that begins with https://, up to ${URL_LENGTH_MAX} characters.`,
    }),
    types: ChosenTypes,
  },
  { title: 'NewWebhook', additionalProperties: false },
);
const ChangedWebhook = Type.Object(
  {
    url: Type.Optional(NewWebhook.properties.url),
    types: ChosenTypes,
    state: Type.Optional(
      Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'], description: '"on" or "off".' }),
    ),
  },
  { title: 'ChangedWebhook', additionalProperties: false, minProperties: 1 },
);
/**
 * Serves an account's webhooks by key (contract 4.3), with the same rules as the settings page. Register it
 * in a context that requires a key.
 */
export const webhookRoutes: FastifyPluginAsyncTypebox<{ readonly webhooks: WebhookService }> = async (
  app,
  { webhooks },
) => {
  app.get(
    PLACE,
    {
      schema: {
        operationId: 'listWebhooks',
        summary: 'Your webhooks',
        description: 'All addresses that get notified about the key’s account, oldest first.',
        tags,
        response: {
          ...NOT_MODIFIED,
          200: ListEnvelope(WebhookRecord, 'The full list.'),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request) => {
      const data = await webhooks.list(callerOf(request).accountId);
      return { data, meta: { count: data.length }, error: null };
    },
  );

  app.post(
    PLACE,
    {
      schema: {
        operationId: 'createWebhook',
        summary: 'Add a webhook',
        description: `At most ${WEBHOOKS_MAX} an account. Keep the secret of the answer: it is not shown again. The account’s owner gets an email that a key added it.`,
        tags,
        body: NewWebhook,
        response: { 200: Envelope(WebhookWithSecret, 'The webhook with its secret.'), '4xx': EnvelopeError },
      },
    },
    async (request) => {
      const by = callerOf(request);
      const { url, types } = request.body;
      return asEnvelope(await webhooks.create(by.accountId, url, { types, by }));
    },
  );

  app.get(
    `${PLACE}/:id`,
    {
      schema: {
        operationId: 'getWebhook',
        summary: 'One of your webhooks',
        tags,
        params: NamedWebhook,
        response: {
          ...NOT_MODIFIED,
          200: Envelope(WebhookRecord, 'The webhook, without its secret.'),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request) => asEnvelope(await webhooks.get(callerOf(request).accountId, request.params.id)),
  );

  app.patch(
    `${PLACE}/:id`,
    {
      schema: {
        operationId: 'switchWebhook',
        summary: 'Change a webhook',
        description:
          'Changes its address, its event types, or turns it on or off; what you leave out stays. While it is off, nothing is sent to it or kept for it, and waiting messages are given up. The account’s owner gets an email if a key changes the address.',
        tags,
        params: NamedWebhook,
        body: ChangedWebhook,
        response: { 200: Envelope(WebhookRecord, 'The webhook as it is now.'), '4xx': EnvelopeError },
      },
    },
    async (request) => {
      const by = callerOf(request);
      return asEnvelope(await webhooks.update(by.accountId, request.params.id, request.body, by));
    },
  );

  app.delete(
    `${PLACE}/:id`,
    {
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Its messages go with it.',
        tags,
        params: NamedWebhook,
        response: {
          200: Envelope(Type.Object({ id: WebhookRecord.properties.id }), 'It is deleted.'),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request) => {
      const { id } = await webhooks.remove(callerOf(request).accountId, request.params.id);
      return asEnvelope({ id });
    },
  );

  app.post(
    `${PLACE}/:id/rotate`,
    {
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Make a new secret',
        description:
          'For 24 hours each message is signed with the secret before it, too. The account’s owner gets an email that a key did it.',
        tags,
        params: NamedWebhook,
        querystring: Type.Object({
          earlier_secret_until: Type.Optional(
            Type.String({
              ...shownAs({ format: 'date-time' }),
              maxLength: 40,
              description:
                'the webhook’s `earlier_secret_until`, if it has one: the secret that signs until then stops at once. Without it, a second rotation within 24 hours is refused, so that a request sent twice ends nothing.',
            }),
          ),
        }),
        response: {
          200: Envelope(WebhookWithSecret, 'The webhook with its new secret.'),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request) => {
      const by = callerOf(request);
      const seen = request.query.earlier_secret_until ?? null;
      return asEnvelope(await webhooks.rotate(by.accountId, request.params.id, { seen, by }));
    },
  );
};
