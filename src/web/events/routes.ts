import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import type { EventService } from '../../features/events/service.ts';
import { answerErrorPage } from '../error-page.ts';
import { queryOf, sendPage } from '../forms.ts';
import { renderEventList } from './event-list.ts';

const CITY_LENGTH_MAX = 80;

export interface PublicEventPagesOptions {
  readonly events: Pick<EventService, 'listTaking'>;
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

/** The public list of events that take applications. */
export const publicEventPages: FastifyPluginAsync<PublicEventPagesOptions> = async (app, options) => {
  app.setErrorHandler(answerErrorPage);
  app.get('/events', { schema: { hide: true }, onRequest: options.limit }, async (request, reply) => {
    const city = (queryOf(request).get('city') ?? '').trim().slice(0, CITY_LENGTH_MAX);
    const [{ events, cities }, fictional] = await Promise.all([
      options.events.listTaking(city),
      options.isFictional(),
    ]);
    return sendPage(
      reply,
      200,
      renderEventList({ events, cities, city, fictional, baseUrl: options.baseUrl }),
    );
  });
};
