import type { FastifyPluginAsync, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { FOLLOWS_MAX, type Follows } from '../../../watch/follows/service.ts';
import { describeTopic, type Topic } from '../../../watch/follows/topic.ts';
import { FOR_ANYONE, formOf, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { getCountyName } from '../citing/county-names.ts';
import { PRIVATE_HEADERS } from '../events/private-address.ts';
import { FOLLOW_ADDRESS } from './follow-address.ts';
import {
  type FollowFrame,
  renderFollowDone,
  renderFollowProblem,
  renderFollowQuestion,
} from './follow-page.ts';
import { FOLLOW } from './messages.ts';
import { renderChanges } from './record-changes-page.ts';

const FORM_BYTES_MAX = 4 * 1024;

interface FollowPagesOptions {
  readonly follows: Follows;
  readonly baseUrl: string;
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly followLimit: onRequestAsyncHookHandler[];
  /** The rate limit for links in emails. An email provider may open many links from the same IP address. */
  readonly linkLimit: onRequestAsyncHookHandler[];
  readonly changesLimit: onRequestAsyncHookHandler[];
}

/**
 * Pages where readers subscribe to weekly emails, confirm, and unsubscribe, including with one click (RFC
 * 8058), and the list of a vendor's changes.
 */
export const followPages: FastifyPluginAsync<FollowPagesOptions> = async (app, options) => {
  const { follows, baseUrl, changesLimit } = options;
  preparePages(app);
  app.register(stepPages, options);
  app.get<{ Params: { id: string } }>(
    '/vendor/:id/changes',
    { schema: { hide: true }, config: TRANSLATED, onRequest: changesLimit },
    async (request, reply) => {
      const language = languageOf(request);
      const vendor = await follows.getVendor(request.params.id);
      const changes = await follows.listChanges(vendor, language);
      return sendPage(reply, 200, renderChanges(vendor, changes, { baseUrl, language }), FOR_ANYONE);
    },
  );
};

const stepPages: FastifyPluginAsync<FollowPagesOptions> = async (app, options) => {
  const { follows, baseUrl, isFictional, followLimit, linkLimit } = options;
  const route = { schema: { hide: true }, config: TRANSLATED, onRequest: linkLimit };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));
  const frameOf = async (request: FastifyRequest): Promise<FollowFrame> => ({
    language: languageOf(request),
    fictional: await isFictional(),
  });

  app.post(FOLLOW_ADDRESS, { ...route, onRequest: followLimit }, async (request, reply) => {
    const form = formOf(request);
    const frame = await frameOf(request);
    const t = FOLLOW[frame.language];
    const topic = await readTopic(follows, form);
    const email = form.get('email') ?? '';
    const error = await follows.ask(email, topic, frame.language);
    if (error !== undefined) return sendPage(reply, 422, renderFollowProblem(topic, { email, error }, frame));
    const lead = topic.kind === 'closures' ? t.closuresAsked : t.vendorAsked;
    return sendPage(reply, 200, renderFollowDone(t.asked, lead, topic, frame));
  });

  app.get(`${FOLLOW_ADDRESS}/confirm`, route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const frame = await frameOf(request);
    const t = FOLLOW[frame.language];
    const topic = await follows.getTopic(token);
    const named = { topic: describeTopic(topic, frame.language) };
    const lead = topic.kind === 'closures' ? t.closuresConfirm(named) : t.vendorConfirm(named);
    const asked = { title: t.confirmTitle, lead, button: t.confirm, token };
    return sendPage(reply, 200, renderFollowQuestion('confirm', asked, frame));
  });
  app.post(`${FOLLOW_ADDRESS}/confirm`, route, async (request, reply) => {
    const token = formOf(request).get('token') ?? '';
    const frame = await frameOf(request);
    const t = FOLLOW[frame.language];
    const { topic, isConfirmed } = await follows.confirm(token);
    if (!isConfirmed) {
      const page = renderFollowDone(t.full, t.fullLead({ max: FOLLOWS_MAX }), topic, frame);
      return sendPage(reply, 422, page);
    }
    const named = { topic: describeTopic(topic, frame.language) };
    const lead = topic.kind === 'closures' ? t.closuresConfirmed(named) : t.vendorConfirmed(named);
    return sendPage(reply, 200, renderFollowDone(t.confirmed, lead, topic, frame));
  });

  app.get(`${FOLLOW_ADDRESS}/stop`, route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    const frame = await frameOf(request);
    const t = FOLLOW[frame.language];
    const topic = await follows.getTopic(token);
    const named = { topic: describeTopic(topic, frame.language) };
    const lead = topic.kind === 'closures' ? t.closuresStop(named) : t.vendorStop(named);
    const asked = { title: t.stopTitle, lead, button: t.stop, token };
    return sendPage(reply, 200, renderFollowQuestion('stop', asked, frame));
  });
  // Email programs do not send form fields, so the token may be in the query instead.
  app.post(`${FOLLOW_ADDRESS}/stop`, route, async (request, reply) => {
    const frame = await frameOf(request);
    const t = FOLLOW[frame.language];
    await follows.stop(formOf(request).get('token') ?? queryOf(request).get('token') ?? '');
    return sendPage(reply, 200, renderFollowDone(t.stopped, t.stoppedLead, undefined, frame));
  });
};

/** Returns the topic of a form. An unknown county or vendor is not found. */
async function readTopic(follows: Follows, form: URLSearchParams): Promise<Topic> {
  const vendor = form.get('vendor');
  if (vendor !== null) return { kind: 'vendor', vendor: await follows.getVendor(vendor) };
  const slug = form.get('county') ?? '';
  return { kind: 'closures', county: slug === '' ? '' : getCountyName(slug) };
}
