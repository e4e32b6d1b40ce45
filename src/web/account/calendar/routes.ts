import type { FastifyPluginAsync } from 'fastify';
import type { CalendarService } from '../../../organizer/calendars/service.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { renderCalendar, renderNewFeed } from './pages.ts';

const FORM_BYTES_MAX = 4 * 1024;
const CALENDAR = '/settings/calendar';

/** Fixed notices by key. The URL carries only the key, so that text in a URL never appears on a page. */
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
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** `/settings/calendar`, where an organizer manages the address that calendar programs read events from. */
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
  // The address is shown only in the response to the form.
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
