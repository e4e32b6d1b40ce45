import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { FieldsParameter, pickFields, readFields } from '../../http/answers/field-selection.ts';
import { isHeld, sendNotModified } from '../../http/answers/send-cacheable.ts';
import { callerOf } from '../../http/caller.ts';
import { Envelope, EnvelopeError, ListEnvelope, NOT_MODIFIED, shownAs } from '../../http/schemas.ts';
import { foldCity } from '../../lib/text/clean-typed-text.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { EVENT_STATUSES, EventRecord, type EventStatus, PublicEvent } from './schemas.ts';
import { getOwnEvent, listOwnEvents, listTakingEvents } from './service.ts';
import type { StoredEvent } from './stored-event.ts';
import { takingUntil } from './taking-applications.ts';

const tags = ['events'];
/** The maximum time that a shared cache may store the feed (contract 8). */
const SHARED_SECONDS_MAX = 300;
/**
 * The schema that serializes responses with selected fields, so that internal fields cannot leak there
 * either.
 */
const PARTIAL_EVENTS = { ...ListEnvelope(Type.Partial(EventRecord)) };

/**
 * Serves an account's own events (contract 4.3). Register these routes in a context that requires an API key.
 */
export const eventRoutes: FastifyPluginAsyncTypebox<{ readonly ledgerDb: LedgerDb }> = async (
  app,
  { ledgerDb },
) => {
  app.get(
    '/api/v1/events',
    {
      schema: {
        operationId: 'listEvents',
        summary: 'Your events',
        description: 'All events of the key’s account, by date, whole or the fields that you name.',
        tags,
        querystring: Type.Object({
          fields: FieldsParameter(EventRecord),
          status: Type.Optional(
            Type.Unsafe<EventStatus>({
              type: 'string',
              enum: [...EVENT_STATUSES],
              title: 'EventStatus',
              description: `one of ${EVENT_STATUSES.join(', ')}.`,
            }),
          ),
        }),
        response: { ...NOT_MODIFIED, 200: ListEnvelope(EventRecord, 'The full list.'), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      const events = await listOwnEvents(ledgerDb, callerOf(request).accountId, request.query.status);
      const meta = { count: events.length };
      const wanted = readFields(EventRecord, request.query.fields);
      if (wanted === undefined) return { data: events, meta, error: null };
      return sendFields(reply, { data: events.map((event) => pickFields(event, wanted)), meta, error: null });
    },
  );

  app.get(
    '/api/v1/events/:id',
    {
      schema: {
        operationId: 'getEvent',
        summary: 'One of your events',
        tags,
        params: Type.Object({
          id: Type.String({ ...shownAs({ format: 'uuid' }), description: 'an event id, a UUID.' }),
        }),
        response: {
          ...NOT_MODIFIED,
          200: Envelope(EventRecord, 'The event with its questions.'),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request) => ({
      data: await getOwnEvent(ledgerDb, callerOf(request).accountId, request.params.id),
      meta: null,
      error: null,
    }),
  );
};

interface PublicEventRoutesOptions {
  readonly ledgerDb: LedgerDb;
  readonly now: () => Date;
  readonly baseUrl: string;
  readonly limits: { readonly PUBLIC_EVENTS: number };
}

/** Serves the public feed of events that take applications now (contract 2.9, 4.1, 8). */
export const publicEventRoutes: FastifyPluginAsyncTypebox<PublicEventRoutesOptions> = async (
  app,
  { ledgerDb, now, baseUrl, limits },
) => {
  app.get(
    '/api/v1/public/events',
    {
      onRequest: app.rateLimit({ name: 'public-events', perMinute: limits.PUBLIC_EVENTS }),
      schema: {
        operationId: 'listPublicEvents',
        summary: 'Events taking applications',
        description: 'Published events that take vendor applications now, by date.',
        tags,
        querystring: Type.Object({
          city: Type.String({
            default: '',
            maxLength: 80,
            description: 'a city’s whole name, whatever its case; at most 80 characters.',
          }),
        }),
        response: { ...NOT_MODIFIED, 200: ListEnvelope(PublicEvent, 'The full list.'), '4xx': EnvelopeError },
      },
    },
    async (request, reply) => {
      const instant = now();
      const events = await listTakingEvents(ledgerDb, instant, foldCity(request.query.city) || undefined);
      const data = events.map((event) => ({ ...event, apply_url: `${baseUrl}/events/${event.id}` }));
      // The schema does not have the internal fields, so they are not serialized.
      const body = reply.serializeInput({ data, meta: { count: data.length }, error: null }, '200');
      return sendShared(request, reply, String(body), sharedSeconds(events, instant));
    },
  );
};

function sendFields(reply: FastifyReply, list: Record<string, unknown>): FastifyReply {
  const body = reply.serializeInput(list, PARTIAL_EVENTS);
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Returns five minutes, or less if an event stops taking applications sooner. */
function sharedSeconds(events: readonly StoredEvent[], now: Date): number {
  const untilMs = events.map((event) => Date.parse(takingUntil(event)) - now.getTime());
  const seconds = untilMs.map((ms) => Math.max(1, Math.floor(ms / 1000)));
  return seconds.reduce((least, each) => Math.min(least, each), SHARED_SECONDS_MAX);
}

/**
 * Sends the feed with an ETag, or 304 if the client already has that version. A shared cache may store the
 * response for `seconds`.
 */
function sendShared(request: FastifyRequest, reply: FastifyReply, body: string, seconds: number) {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
  reply.header('etag', etag);
  reply.header('cache-control', `public, max-age=60, s-maxage=${seconds}, stale-while-revalidate=60`);
  if (isHeld(request, etag)) return sendNotModified(request, reply);
  return reply.type('application/json; charset=utf-8').send(body);
}
