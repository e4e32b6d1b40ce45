import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { STOP_ADDRESS } from '../../../owner/expiry/mail-texts.ts';
import type { ExpiryReminders } from '../../../owner/expiry/service.ts';
import { formOf, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { PRIVATE_HEADERS } from '../../public/events/private-address.ts';
import { renderStopped, renderStopQuestion } from './page.ts';

const FORM_BYTES_MAX = 4 * 1024;

interface ReminderPagesOptions {
  readonly reminders: Pick<ExpiryReminders, 'requireLink' | 'stop'>;
  readonly baseUrl: string;
  readonly isFictional: () => Promise<boolean | undefined>;
  /** The rate limit for links in emails. An email provider may open many from one IP address. */
  readonly limit: onRequestAsyncHookHandler[];
}

/** Turns off reminders of expiry dates without signing in, including with one click (RFC 8058). */
export const reminderPages: FastifyPluginAsync<ReminderPagesOptions> = async (app, options) => {
  const { reminders, baseUrl, isFictional, limit } = options;
  const route = { schema: { hide: true }, config: TRANSLATED, onRequest: limit };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));

  app.get(STOP_ADDRESS, route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    await reminders.requireLink(token);
    const frame = { language: languageOf(request), fictional: await isFictional() };
    return sendPage(reply, 200, renderStopQuestion(token, frame));
  });
  // An email program sends no form fields, so the token may be in the query.
  app.post(STOP_ADDRESS, route, async (request, reply) => {
    await reminders.stop(formOf(request).get('token') ?? queryOf(request).get('token') ?? '');
    const frame = { language: languageOf(request), fictional: await isFictional() };
    return sendPage(reply, 200, renderStopped(frame));
  });
};
