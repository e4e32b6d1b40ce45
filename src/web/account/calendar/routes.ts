import type { FastifyPluginAsync } from 'fastify';
import type { CalendarService } from '../../../organizer/calendars/service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { renderCalendar, renderNewFeed } from './pages.ts';

const FORM_BYTES_MAX = 4 * 1024;
const CALENDAR = '/settings/calendar';

/** Fixed texts by key, so that text in an address never appears on a page. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ['revoked', 'Your calendar address is switched off. It no longer works.'],
  [
    'sent-before',
    'That form was sent before, so nothing was changed. Make a new address if you lost the last one.',
  ],
]);

interface CalendarPagesOptions {
  readonly calendars: Pick<CalendarService, 'findFeed' | 'makeFeed' | 'revokeFeed'>;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  readonly limits: { readonly ACCOUNT: number };
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** `/settings/calendar`: the address from which a calendar program reads an organizer's events. */
export const calendarSettingsPages: FastifyPluginAsync<CalendarPagesOptions> = async (app, options) => {
  const { calendars, baseUrl, findSession, limits } = options;
  const schema = { hide: true };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl }, findSession });
  const onRequest = app.rateLimit({ name: 'calendar-feed', perMinute: limits.ACCOUNT });

  app.get(CALENDAR, { schema }, async (request, reply) => {
    const feed = await calendars.findFeed(signedInOf(request));
    const notice = NOTICES.get(queryOf(request).get('done') ?? '');
    return sendPage(reply, 200, renderCalendar(await frameOf(request, options), feed, notice));
  });
  // Only the response to the form shows the address.
  app.post(CALENDAR, { schema, onRequest }, async (request, reply) => {
    const address = await calendars.makeFeed(signedInOf(request), formOf(request).get('version') ?? '');
    if (address === undefined) return seeOther(reply, `${CALENDAR}?done=sent-before`);
    return sendPage(reply, 200, renderNewFeed(await frameOf(request, options), address));
  });
  app.post(`${CALENDAR}/revoke`, { schema, onRequest }, async (request, reply) => {
    await calendars.revokeFeed(signedInOf(request));
    return seeOther(reply, `${CALENDAR}?done=revoked`);
  });
};
