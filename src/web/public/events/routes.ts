import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { EventService } from '../../../organizer/events/service.ts';
import { FOR_ANYONE, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { isBeyond, readPage, windowOf } from '../../kit/paging.ts';
import { renderEventList } from './event-list-page.ts';

const CITY_LENGTH_MAX = 80;
const EVENTS_A_PAGE = 25;

interface PublicEventPagesOptions {
  readonly events: Pick<EventService, 'listTaking'>;
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

/** The public list of events that take applications. */
export const publicEventPages: FastifyPluginAsync<PublicEventPagesOptions> = async (app, options) => {
  preparePages(app);
  const route = { schema: { hide: true }, config: TRANSLATED, onRequest: options.limit };
  app.get('/events', route, async (request, reply) => {
    const query = queryOf(request);
    const city = (query.get('city') ?? '').trim().slice(0, CITY_LENGTH_MAX);
    const place = { page: readPage(query), pageSize: EVENTS_A_PAGE };
    const [{ events, cities, total }, fictional] = await Promise.all([
      options.events.listTaking(city, windowOf(place)),
      options.isFictional(),
    ]);
    const list = { ...place, total };
    const shown = { events, cities, city, list, fictional, baseUrl: options.baseUrl };
    const page = renderEventList({ ...shown, language: languageOf(request) });
    return sendPage(reply, isBeyond(list) ? 404 : 200, page, FOR_ANYONE);
  });
};
