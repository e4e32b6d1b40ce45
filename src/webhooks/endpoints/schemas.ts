import { type Static, Type } from 'typebox';
import { shownAs } from '../../http/schemas.ts';
import { CHOSEN_TYPES, type WebhookType } from '../messages/payloads.ts';

/**
 * Webhooks in the API: the endpoints of an account, and the messages sent to them (contract 4.3). Only {@link
 * WebhookWithSecret} contains a secret.
 */

/**
 * `off`: its account turned it off. `failing`: every attempt failed for five days. `gone`: the endpoint
 * responded with 410.
 */
const WEBHOOK_STATES = ['on', 'off', 'failing', 'gone'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

const ATTEMPT_OUTCOMES = [
  ...(['delivered', 'refused', 'redirected', 'gone', 'timeout', 'connection', 'tls'] as const),
  ...(['no_address', 'refused_address', 'unreadable_secret'] as const),
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

const DELIVERY_STATES = ['delivered', 'waiting', 'given_up'] as const;

const Instant = Type.String({ format: 'date-time' });
const InstantOrNull = (description: string) => Type.Union([Instant, Type.Null()], { description });

/** A type of event that an account can select. A test event goes to any enabled endpoint. */
const EventType = Type.Unsafe<WebhookType>({ type: 'string', enum: [...CHOSEN_TYPES], title: 'WebhookType' });
/** The event types that a webhook should receive, as a field in a request body. */
export const ChosenTypes = Type.Optional(
  Type.Union([Type.Array(EventType, { minItems: 1, uniqueItems: true }), Type.Null()], {
    description: `a list of types of events, any of ${CHOSEN_TYPES.join(', ')}; null for all.`,
  }),
);

const webhook = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String({ format: 'uri' }),
  state: Type.Unsafe<WebhookState>({
    type: 'string',
    enum: [...WEBHOOK_STATES],
    title: 'WebhookState',
    description:
      '`off`: you switched it off. `failing`: we did, because every attempt failed for five days. `gone`: we did, because it answered 410.',
  }),
  created_at: Instant,
  types: Type.Union([Type.Array(EventType), Type.Null()], {
    description: 'The types of events that it is told of; null for all, also those that come later.',
  }),
  failing_since: InstantOrNull('The first of the failures in a row; null after a success.'),
  earlier_secret_until: InstantOrNull(
    'Until when the secret before the last rotation signs too; null when it does not.',
  ),
};

export const WebhookRecord = Type.Object(webhook, { title: 'Webhook' });
export type Webhook = Static<typeof WebhookRecord>;

/** A webhook with a new secret, which is shown only once. */
export const WebhookWithSecret = Type.Object(
  {
    ...webhook,
    secret: Type.String({ description: 'What its messages are signed with. It is shown this once.' }),
  },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const WebhookAttempt = Type.Object(
  {
    made_at: Instant,
    outcome: Type.Unsafe<AttemptOutcome>({
      type: 'string',
      enum: [...ATTEMPT_OUTCOMES],
      title: 'AttemptOutcome',
    }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when there was no answer.' }),
  },
  { title: 'WebhookAttempt' },
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;

/** A message to an endpoint, with its result. */
export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'The `webhook-id` of the message.' }),
    type: Type.String(),
    payload: Type.Object({}, { additionalProperties: true, description: 'The body, as it was sent.' }),
    created_at: Instant,
    state: Type.Unsafe<(typeof DELIVERY_STATES)[number]>({
      type: 'string',
      enum: [...DELIVERY_STATES],
      title: 'DeliveryState',
    }),
    next_attempt_at: InstantOrNull('Null unless it waits.'),
    attempts: Type.Array(WebhookAttempt, { description: 'In their order.' }),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** The webhook in a URL. */
export const NamedWebhook = Type.Object({
  id: Type.String({ ...shownAs({ format: 'uuid' }), description: 'the id of one of your webhooks, a UUID.' }),
});
