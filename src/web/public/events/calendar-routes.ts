import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import type { CalendarService } from '../../../organizer/calendars/service.ts';
import { queryOf } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { PRIVATE_HEADERS } from './private-address.ts';

const TYPE = 'text/calendar; charset=utf-8';
const PUBLIC_AGE_SECONDS = 300;
const EVENT_AGE_SECONDS = 60;

interface CalendarFilesOptions {
  readonly calendars: Pick<CalendarService, 'getEvent' | 'getPublic' | 'getPrivate'>;
  readonly limit: onRequestAsyncHookHandler[];
}

/**
 * Calendars that can be downloaded once or subscribed to. The token for a private calendar is in the query,
 * which is never logged.
 */
export const calendarFiles: FastifyPluginAsync<CalendarFilesOptions> = async (app, { calendars, limit }) => {
  preparePages(app);
  const options = { schema: { hide: true }, onRequest: limit };
  app.get('/events.ics', options, async (request, reply) =>
    sendCacheable(request, reply, {
      body: await calendars.getPublic(),
      type: TYPE,
      maxAgeSeconds: PUBLIC_AGE_SECONDS,
    }),
  );
  app.get<{ Params: { id: string } }>('/events/:id.ics', options, async (request, reply) => {
    const body = await calendars.getEvent(request.params.id);
    reply.header('content-disposition', 'attachment; filename="event.ics"');
    return sendCacheable(request, reply, { body, type: TYPE, maxAgeSeconds: EVENT_AGE_SECONDS });
  });
  app.register(async (own) => {
    // Runs last, so that error pages also keep the token private.
    own.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));
    own.get('/calendar.ics', options, async (request, reply) => {
      const body = await calendars.getPrivate(queryOf(request).get('token') ?? '');
      return reply.type(TYPE).send(body);
    });
  });
};
