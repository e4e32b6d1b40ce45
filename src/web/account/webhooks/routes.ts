import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../http/errors/errors.ts';
import { WEBHOOKS_MAX, type WebhookService } from '../../../webhooks/endpoints/service.ts';
import { sendingLimit } from '../../../webhooks/endpoints/webhook.ts';
import { CHOSEN_TYPES, type WebhookType } from '../../../webhooks/messages/payloads.ts';
import { formOf, queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { type FindSession, signedInOf } from '../../kit/frame/session.ts';
import { frameOf } from '../../kit/frame/signed-in-frame.ts';
import { renderNewSecret, renderWebhook, renderWebhookList } from './pages.ts';

const FORM_BYTES_MAX = 4 * 1024;
const LIST = '/settings/webhooks';

/** Fixed notices by key. The URL carries only the key, so that text in a URL never appears on a page. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ['deleted', 'The webhook is deleted.'],
  ['test', 'A test message is on its way. Reload this page in a moment to see what came of it.'],
  ['replay', 'The message is on its way again.'],
  ['on', 'The webhook is on.'],
  ['off', 'The webhook is off.'],
  ['changed', 'The webhook is changed.'],
  [
    'address',
    'That address cannot be used. It must begin with https://, be on the public internet, and not be here already.',
  ],
  ['is-off', 'The webhook is off, so nothing was sent. Switch it on first.'],
  [
    'sent-before',
    'That form was sent before, so nothing was changed. Make another secret if you lost the last one.',
  ],
]);

interface WebhookPagesOptions {
  readonly webhooks: WebhookService;
  readonly findSession: FindSession;
  readonly baseUrl: string;
  readonly limits: { readonly ACCOUNT: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

type WithId = { Params: { webhook: string } };

/** `/settings/webhooks`, where an account manages the URLs that its programs receive events at. */
export const webhookPages: FastifyPluginAsync<WebhookPagesOptions> = async (app, options) => {
  const { webhooks, baseUrl, findSession, limits } = options;
  const schema = { hide: true };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl }, findSession });
  const onRequest = app.rateLimit({ name: 'webhooks', perMinute: limits.ACCOUNT });
  const takeSending = app.takeLimit(sendingLimit(limits.ACCOUNT));
  const noticeOf = (request: FastifyRequest) => NOTICES.get(queryOf(request).get('done') ?? '');
  const showList = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refused?: { readonly url: string; readonly text: string },
  ) => {
    const state = {
      webhooks: await webhooks.list(signedInOf(request).accountId),
      max: WEBHOOKS_MAX,
      ...(refused ? { url: refused.url, errors: { url: refused.text } } : { notice: noticeOf(request) }),
    };
    return sendPage(reply, refused ? 422 : 200, renderWebhookList(await frameOf(request, options), state));
  };

  app.get(LIST, { schema }, (request, reply) => showList(request, reply));
  // The secret is shown only in the response to the form. A resubmitted form is rejected because the URL
  // already exists.
  app.post(LIST, { schema, onRequest }, async (request, reply) => {
    const form = formOf(request);
    const url = form.get('url') ?? '';
    try {
      const made = await webhooks.create(signedInOf(request).accountId, url, {
        types: typesOf(form),
      });
      return sendPage(reply, 200, renderNewSecret(await frameOf(request, options), made));
    } catch (error) {
      if (!(error instanceof AppError) || error.parameter !== 'url') throw error;
      return showList(request, reply, { url, text: error.forPeople });
    }
  });

  app.get<WithId>(`${LIST}/:webhook`, { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const webhook = await webhooks.get(accountId, request.params.webhook);
    const deliveries = await webhooks.listDeliveries(accountId, webhook.id);
    const page = { deliveries, notice: noticeOf(request) };
    return sendPage(reply, 200, renderWebhook(await frameOf(request, options), webhook, page));
  });
  app.post<WithId>(`${LIST}/:webhook/rotate`, { schema, onRequest }, async (request, reply) => {
    const { webhook: id } = request.params;
    const seen = formOf(request).get('version') || null;
    const made = await unlessRefused(
      'earlier_secret_until',
      webhooks.rotate(signedInOf(request).accountId, id, { seen }),
    );
    if (!made) return seeOther(reply, `${LIST}/${id}?done=sent-before`);
    return sendPage(reply, 200, renderNewSecret(await frameOf(request, options), made));
  });
  app.post<WithId>(`${LIST}/:webhook/enable`, { schema, onRequest }, async (request, reply) => {
    const { id } = await webhooks.update(signedInOf(request).accountId, request.params.webhook, {
      state: 'on',
    });
    return seeOther(reply, `${LIST}/${id}?done=on`);
  });
  app.post<WithId>(`${LIST}/:webhook/disable`, { schema, onRequest }, async (request, reply) => {
    const { id } = await webhooks.update(signedInOf(request).accountId, request.params.webhook, {
      state: 'off',
    });
    return seeOther(reply, `${LIST}/${id}?done=off`);
  });
  app.post<WithId>(`${LIST}/:webhook/change`, { schema, onRequest }, async (request, reply) => {
    const { webhook: id } = request.params;
    const form = formOf(request);
    const wanted = { url: form.get('url') ?? '', types: typesOf(form) };
    const changed = await unlessRefused('url', webhooks.update(signedInOf(request).accountId, id, wanted));
    return seeOther(reply, `${LIST}/${id}?done=${changed ? 'changed' : 'address'}`);
  });
  app.post<WithId>(`${LIST}/:webhook/delete`, { schema, onRequest }, async (request, reply) => {
    await webhooks.remove(signedInOf(request).accountId, request.params.webhook);
    return seeOther(reply, `${LIST}?done=deleted`);
  });
  app.post<WithId>(`${LIST}/:webhook/test`, { schema, onRequest }, async (request, reply) => {
    const { webhook: id } = request.params;
    const { accountId } = signedInOf(request);
    await takeSending(reply, accountId);
    const isSent = await unlessRefused('id', webhooks.sendTest(accountId, id));
    return seeOther(reply, `${LIST}/${id}?done=${isSent ? 'test' : 'is-off'}`);
  });
  app.post<{ Params: { webhook: string; message: string } }>(
    `${LIST}/:webhook/messages/:message/replay`,
    { schema, onRequest },
    async (request, reply) => {
      const { webhook: id, message } = request.params;
      const { accountId } = signedInOf(request);
      await takeSending(reply, accountId);
      const isSent = await unlessRefused('id', webhooks.replay(accountId, id, message));
      return seeOther(reply, `${LIST}/${id}?done=${isSent ? 'replay' : 'is-off'}`);
    },
  );
};

/** Returns the checked types. Returns null, which means all types, if all or none are checked. */
function typesOf(form: URLSearchParams): WebhookType[] | null {
  const ticked = CHOSEN_TYPES.filter((type) => form.getAll('types').includes(type));
  return ticked.length === 0 || ticked.length === CHOSEN_TYPES.length ? null : ticked;
}

/**
 * Returns undefined if the service rejects this parameter. The page then explains the error in its own words.
 */
async function unlessRefused<Value>(parameter: string, work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.parameter === parameter) return undefined;
    throw error;
  }
}
