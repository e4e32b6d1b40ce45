import type { FastifyPluginAsync } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { ReplyService } from '../../../owner/statements/replies/service.ts';
import type { Reply } from '../../../owner/statements/statement.ts';
import { queryOf, seeOther, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderLines } from '../../kit/render-lines.ts';
import { REPORT } from './messages.ts';

const FORM_BYTES_MAX = 4 * 1024;
const ADDRESS = '/vendor/:id/report-reply';

interface ReportPagesOptions {
  readonly replies: Pick<ReplyService, 'getPublished' | 'report'>;
  readonly baseUrl: string;
  /** Reports per minute for each client IP address; 0 for no limit. */
  readonly reportsPerMinute: number;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** The page where anyone can report a vendor's reply to us, without an account. */
export const reportPages: FastifyPluginAsync<ReportPagesOptions> = async (app, options) => {
  const { replies, isFictional } = options;
  const route = { schema: { hide: true }, config: TRANSLATED };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl } });

  app.get<{ Params: { id: string } }>(ADDRESS, route, async (request, reply) => {
    const published = await replies.getPublished(request.params.id.toLowerCase());
    const sent = queryOf(request).get('done') === 'reported';
    const language = languageOf(request);
    const main = sent ? renderSent(published.reply, language) : renderForm(published, language);
    const t = REPORT[language];
    const page = {
      title: t.title,
      description: t.description,
      language,
      fictional: await isFictional(),
      robots: 'noindex',
      main,
    } as const;
    return sendPage(reply, 200, renderPage(page));
  });
  const onRequest = app.rateLimit({ name: 'report-reply', perMinute: options.reportsPerMinute });
  app.post<{ Params: { id: string } }>(ADDRESS, { ...route, onRequest }, async (request, reply) => {
    const id = request.params.id.toLowerCase();
    await replies.report(id);
    return seeOther(reply, `/vendor/${encodeURIComponent(id)}/report-reply?done=reported`);
  });
};

function renderForm({ reply, vendor_name }: { reply: Reply; vendor_name: string }, language: Language): Html {
  const t = REPORT[language];
  return html`<p class="kicker"><a href="/vendor/${reply.vendor_id}">${vendor_name}</a></p>
<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<section class="part"><h2>${t.words}</h2><div>${renderLines(reply.text)}</div></section>
<form class="actions" action="/vendor/${reply.vendor_id}/report-reply" method="post"><button type="submit">${t.report}</button> <a href="/vendor/${reply.vendor_id}">${t.leave}</a></form>`;
}

function renderSent(reply: Reply, language: Language): Html {
  const t = REPORT[language];
  return html`<h1>${t.title}</h1>
<p class="done" role="status">${t.thanks}</p>
<p><a href="/vendor/${reply.vendor_id}">${t.back}</a></p>`;
}
