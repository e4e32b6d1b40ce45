import type { FastifyPluginAsync } from 'fastify';
import type { LogEntry, OperatorService } from '../../operators/access/service.ts';
import type { OperatorClaims } from '../../owner/claims/operator-service.ts';
import { queryOf, sendPage } from '../kit/forms/forms.ts';
import { type FindSession, signedInOf } from '../kit/frame/session.ts';
import { frameOf, type SignedInFrame } from '../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import {
  isBeyond,
  type PageOf,
  plainAddress,
  rangeText,
  readPage,
  renderPlace,
  windowOf,
} from '../kit/paging.ts';
import { renderMoment } from '../kit/render-dates.ts';
import { addClaimRoutes } from './claim-routes.ts';
import { prepareOperatorPages } from './guard.ts';
import { renderOperatorPage } from './operator-page.ts';

const FORM_BYTES_MAX = 16 * 1024;
const LOG_ENTRIES_A_PAGE = 100;

/** A section of the operators' pages, listed on their home page. */
export interface OperatorSection {
  readonly title: string;
  readonly href: string;
  /**
   * Counts the section's entries that are pending for this operator. Null if the section has nothing to
   * count.
   */
  readonly count: (operatorId: string) => Promise<number | null>;
  /** The word that follows the number; defaults to "waiting". */
  readonly counted?: string;
}

interface OperatorPagesOptions {
  readonly operators: Pick<OperatorService, 'operatorAccess' | 'listLog' | 'countLog'>;
  readonly claims: OperatorClaims;
  /** Other sections besides claims and the log, in the order shown. */
  readonly sections: readonly OperatorSection[];
  readonly findSession: FindSession;
  readonly baseUrl: string;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** `/operator`, the home page for operators of this service. Other accounts get a 404. */
export const operatorPages: FastifyPluginAsync<OperatorPagesOptions> = async (app, options) => {
  const { operators, claims, baseUrl } = options;
  const schema = { hide: true };
  prepareOperatorPages(app, {
    ...options,
    operatorAccess: operators.operatorAccess,
    forms: { bytesMax: FORM_BYTES_MAX, baseUrl },
  });
  const sections: readonly OperatorSection[] = [
    { title: 'Claims', href: '/operator/claims', count: () => claims.countQueue('pending') },
    ...options.sections,
    { title: 'Log', href: '/operator/log', count: async () => null },
  ];

  app.get('/operator', { schema }, async (request, reply) => {
    const { accountId } = signedInOf(request);
    const counted = await Promise.all(
      sections.map(async ({ count, ...section }) => ({ ...section, count: await count(accountId) })),
    );
    return sendPage(reply, 200, renderFirstPage(await frameOf(request, options), counted));
  });
  app.get('/operator/log', { schema }, async (request, reply) => {
    const place = { page: readPage(queryOf(request)), pageSize: LOG_ENTRIES_A_PAGE };
    const list = { ...place, total: await operators.countLog() };
    const entries = await operators.listLog(windowOf(place));
    return sendPage(
      reply,
      isBeyond(list) ? 404 : 200,
      renderLog(await frameOf(request, options), entries, list),
    );
  });
  addClaimRoutes(app, options);
};

/**
 * A section of the operators' pages with its number of pending entries, or null if the section has nothing to
 * count.
 */
interface CountedSection {
  readonly title: string;
  readonly href: string;
  readonly count: number | null;
  readonly counted?: string;
}

/** Renders the operators' home page. */
function renderFirstPage(frame: SignedInFrame, sections: readonly CountedSection[]): Html {
  const rows = sections.map(
    ({ title, href, count, counted = 'waiting' }) =>
      html`<tr><th scope="row"><a href="${href}">${title}</a></th><td>${count === null ? '' : `${count === 0 ? 'none' : count} ${counted}`}</td></tr>`,
  );
  const content = html`<div class="wide"><table class="list"><caption class="visually-hidden">What there is to do</caption>
<thead><tr><th scope="col">Part</th><th scope="col">Now</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
  return renderOperatorPage(frame, {
    title: 'Operator',
    kicker: html`For the operator of this service`,
    content,
  });
}

/** Renders one page of the log of operators' actions, newest first. */
function renderLog(frame: SignedInFrame, entries: readonly LogEntry[], list: PageOf): Html {
  const rows = entries.map(
    ({ at, account_id, email, action, subject, detail }) =>
      html`<tr><td>${renderMoment(at)}</td><td>${email ?? account_id}</td><td>${action}</td>
<td>${action.startsWith('claim.') ? html`<a class="code" href="/operator/claims/${subject}">${subject}</a>` : html`<span class="code">${subject}</span>`}</td><td>${detail}</td></tr>`,
  );
  const content =
    list.total === 0
      ? html`<p>Nothing yet.</p>`
      : html`<div class="wide"><table class="list"><caption>What operators did, newest first: ${rangeText(list)}</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">To what</th><th scope="col">Note</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>
${renderPlace(list, plainAddress('/operator/log'))}
<p class="small">“cli” is the command line.</p>`;
  return renderOperatorPage(frame, { title: 'Log', content });
}
