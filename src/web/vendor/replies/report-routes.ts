import type { FastifyPluginAsync } from 'fastify';
import type { Reply } from '../../../ledger/replies/reply.ts';
import type { ReplyService } from '../../../ledger/replies/service.ts';
import { queryOf, seeOther, sendPage } from '../../kit/forms.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderLines } from '../../kit/lines.ts';
import { renderPage } from '../../kit/page.ts';
import { preparePages } from '../../kit/page-context.ts';

const FORM_BYTES_MAX = 4 * 1024;
const ADDRESS = '/vendor/:id/report-reply';
const TITLE = 'Report a reply';

interface ReportPagesOptions {
  readonly replies: Pick<ReplyService, 'getPublished' | 'report'>;
  readonly baseUrl: string;
  /** Reports a minute and address; 0 for no limit. */
  readonly reportsPerMinute: number;
  /** Undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Where anybody, without an account, tells us that a vendor's reply should be looked at again. */
export const reportPages: FastifyPluginAsync<ReportPagesOptions> = async (app, options) => {
  const { replies, isFictional } = options;
  const schema = { hide: true };
  preparePages(app, { forms: { bytesMax: FORM_BYTES_MAX, baseUrl: options.baseUrl } });

  app.get<{ Params: { id: string } }>(ADDRESS, { schema }, async (request, reply) => {
    const published = await replies.getPublished(request.params.id);
    const sent = queryOf(request).get('done') === 'reported';
    const main = sent ? renderSent(published.reply) : renderForm(published);
    const description = 'Tell us about a reply beside a vendor’s record.';
    const page = {
      title: TITLE,
      description,
      fictional: await isFictional(),
      robots: 'noindex',
      main,
    } as const;
    return sendPage(reply, 200, renderPage(page));
  });
  const onRequest = app.rateLimit({ name: 'report-reply', perMinute: options.reportsPerMinute });
  app.post<{ Params: { id: string } }>(ADDRESS, { schema, onRequest }, async (request, reply) => {
    const { id } = request.params;
    await replies.report(id);
    return seeOther(reply, `/vendor/${encodeURIComponent(id)}/report-reply?done=reported`);
  });
};

function renderForm({ reply, vendor_name }: { reply: Reply; vendor_name: string }): Html {
  return html`<p class="kicker"><a href="/vendor/${reply.vendor_id}">${vendor_name}</a></p>
<h1>${TITLE}</h1>
<p class="lead">Is this reply insulting, advertising, or about somebody’s private life? Report it, and if several people do we look at it again.</p>
<section class="part"><h2>The vendor’s own words</h2><div>${renderLines(reply.text)}</div></section>
<form class="actions" action="/vendor/${reply.vendor_id}/report-reply" method="post"><button type="submit">Report this reply</button> <a href="/vendor/${reply.vendor_id}">Leave it</a></form>`;
}

function renderSent(reply: Reply): Html {
  return html`<h1>${TITLE}</h1>
<p class="done" role="status">Thank you. Your report is counted.</p>
<p><a href="/vendor/${reply.vendor_id}">Back to the record</a></p>`;
}
