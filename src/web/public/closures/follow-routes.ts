import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { placeOf } from '../../../watch/closed/mail-texts.ts';
import type { ClosureFollows } from '../../../watch/closed/service.ts';
import { formOf, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { getCountyName } from '../citing/county-names.ts';
import { PRIVATE_HEADERS } from '../events/private-address.ts';
import { CLOSURES_ADDRESS } from './closures-address.ts';
import { FOLLOW } from './follow-messages.ts';
import { renderFollowDone, renderFollowProblem, renderFollowQuestion } from './follow-page.ts';

const FORM_BYTES_MAX = 4 * 1024;

interface FollowPagesOptions {
  readonly follows: ClosureFollows;
  readonly baseUrl: string;
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly followLimit: onRequestAsyncHookHandler[];
  /** The rate limit for links in emails. An email provider may open many links from the same IP address. */
  readonly linkLimit: onRequestAsyncHookHandler[];
}

/**
 * Pages where readers subscribe to the weekly email about closures, confirm, and unsubscribe, including with
 * one click (RFC 8058).
 */
export const followPages: FastifyPluginAsync<FollowPagesOptions> = async (app, options) => {
  const { follows, baseUrl, isFictional, followLimit, linkLimit } = options;
  const route = { schema: { hide: true }, config: TRANSLATED, onRequest: linkLimit };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));

  app.post(`${CLOSURES_ADDRESS}/follow`, { ...route, onRequest: followLimit }, async (request, reply) => {
    const form = formOf(request);
    const language = languageOf(request);
    const t = FOLLOW[language];
    const slug = form.get('county') ?? '';
    const county = slug === '' ? '' : getCountyName(slug);
    const email = form.get('email') ?? '';
    const frame = { language, fictional: await isFictional() };
    const error = await follows.ask(email, county, language);
    if (error !== undefined)
      return sendPage(reply, 422, renderFollowProblem(county, { email, error }, frame));
    return sendPage(reply, 200, renderFollowDone(t.asked, t.askedLead, county, frame));
  });

  app.get(`${CLOSURES_ADDRESS}/confirm`, route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const language = languageOf(request);
    const t = FOLLOW[language];
    const lead = t.confirmLead({ place: placeOf(await follows.getCounty(token), language) });
    const asked = { title: t.confirmTitle, lead, button: t.confirm, token };
    const frame = { language, fictional: await isFictional() };
    return sendPage(reply, 200, renderFollowQuestion('confirm', asked, frame));
  });
  app.post(`${CLOSURES_ADDRESS}/confirm`, route, async (request, reply) => {
    const token = formOf(request).get('token') ?? '';
    const language = languageOf(request);
    const t = FOLLOW[language];
    const county = await follows.confirm(token);
    const lead = t.confirmedLead({ place: placeOf(county, language) });
    const frame = { language, fictional: await isFictional() };
    return sendPage(reply, 200, renderFollowDone(t.confirmed, lead, county, frame));
  });

  app.get(`${CLOSURES_ADDRESS}/stop`, route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const language = languageOf(request);
    const t = FOLLOW[language];
    const lead = t.stopLead({ place: placeOf(await follows.getCounty(token), language) });
    const asked = { title: t.stopTitle, lead, button: t.stop, token };
    const frame = { language, fictional: await isFictional() };
    return sendPage(reply, 200, renderFollowQuestion('stop', asked, frame));
  });
  // Email programs do not send form fields, so the token may be in the query instead.
  app.post(`${CLOSURES_ADDRESS}/stop`, route, async (request, reply) => {
    const language = languageOf(request);
    const t = FOLLOW[language];
    await follows.stop(formOf(request).get('token') ?? queryOf(request).get('token') ?? '');
    const frame = { language, fictional: await isFictional() };
    return sendPage(reply, 200, renderFollowDone(t.stopped, t.stoppedLead, '', frame));
  });
};
