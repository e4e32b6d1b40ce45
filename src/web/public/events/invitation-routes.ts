import type { FastifyPluginAsync } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { ShortlistService } from '../../../organizer/shortlist/shortlist-service.ts';
import { formOf, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { STOP_INVITATIONS } from './messages.ts';
import { PRIVATE_HEADERS } from './private-address.ts';

const FORM_BYTES_MAX = 4 * 1024;

interface InvitationPagesOptions {
  readonly shortlist: Pick<ShortlistService, 'getInvited' | 'stopInvitations'>;
  readonly baseUrl: string;
  readonly isFictional: () => Promise<boolean | undefined>;
}

/**
 * The page where a recipient stops invitations by email. It asks for confirmation, because email programs
 * open links automatically.
 */
export const invitationPages: FastifyPluginAsync<InvitationPagesOptions> = async (app, options) => {
  const { shortlist, baseUrl, isFictional } = options;
  const route = { schema: { hide: true }, config: TRANSLATED };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl } });
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS));

  app.get('/invitations/stop', route, async (request, reply) => {
    const token = queryOf(request).get('token') ?? '';
    await shortlist.getInvited(token);
    const language = languageOf(request);
    const t = STOP_INVITATIONS[language];
    const form = html`<p class="lead">${t.lead}</p>
<form action="/invitations/stop" method="post"><input type="hidden" name="token" value="${token}"><p class="actions"><button type="submit">${t.stop}</button></p></form>`;
    return sendPage(reply, 200, renderStop(t.title, form, { language, fictional: await isFictional() }));
  });

  app.post('/invitations/stop', route, async (request, reply) => {
    await shortlist.stopInvitations(formOf(request).get('token') ?? '');
    const language = languageOf(request);
    const t = STOP_INVITATIONS[language];
    const page = renderStop(t.done, html`<p class="lead">${t.doneLead}</p>`, {
      language,
      fictional: await isFictional(),
    });
    return sendPage(reply, 200, page);
  });
};

function renderStop(
  title: string,
  body: Html,
  frame: { readonly language: Language; readonly fictional: boolean | undefined },
): Html {
  const main = html`<h1>${title}</h1>
${body}`;
  return renderPage({ title, description: title, robots: 'noindex', main, ...frame });
}
